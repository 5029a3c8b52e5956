// Deleted objects of Active Directory, which it keeps for some months (MS-ADTS, section 3.1.1.5.5).
import { Control } from 'ldapts';
import type { LdapClient } from '../client.ts';
import { readEntry } from '../protocol/search.ts';
import { dnKey } from './dn.ts';
import { holdsTrue } from './entry.ts';
import { scan } from './scan.ts';

/** LDAP_SERVER_SHOW_DELETED_OID (MS-ADTS, section 3.1.1.3.4.1.14) */
const showDeleted = () => new Control('1.2.840.113556.1.4.417', { critical: true });

/**
 * Ids of objects that were deleted, from this change on.
 * @returns undefined when bind_dn may not see deleted objects, or only a part of the domain is read: what was moved out of it looks
 *   deleted too, but is not
 */
export async function readDeleted(client: LdapClient, fromUsn: bigint): Promise<string[] | undefined> {
  const context = client.server.defaultNamingContext;
  if (context === undefined || dnKey(context) !== client.baseKey) return undefined;
  const base = `CN=Deleted Objects,${context}`;
  // Without the right to see deleted objects, a user may still see their container, but none of its attributes.
  const { entry } = await readEntry(client.session, base, ['isDeleted'], [showDeleted()]);
  if (!entry || !holdsTrue(entry, 'isDeleted')) return undefined;
  const ids: string[] = [];
  const filter = `(&(isDeleted=TRUE)(uSNChanged>=${fromUsn}))`;
  const search = { what: 'deleted objects', base, filter, attributes: ['objectGUID'], controls: [showDeleted()] };
  for await (const page of scan(client, search)) {
    if (page.gaps.some(({ missing }) => missing === 'objects')) return undefined;
    for (const deleted of page.entries) ids.push(...[client.ids.idOf(deleted) ?? []].flat());
  }
  return ids;
}
