// Finds single entries: by their local ids, or by the names by which groups call their members.
import { EqualityFilter, OrFilter } from 'ldapts';
import type { Gap } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { namesBeforeSweep, namesPerSearch } from '../limits.ts';
import { dnKey } from './dn.ts';
import { addToIndex, ensureIndexed, identify, identifyingAttributes } from './indexing.ts';
import { entityKinds } from './kinds.ts';
import { type ScannedPage, scan } from './scan.ts';

/** The entries with these local ids, as far as they exist. */
export async function* entriesById(
  client: LdapClient,
  ids: readonly string[],
  attributes: readonly string[],
): AsyncGenerator<ScannedPage> {
  for (let at = 0; at < ids.length; at += namesPerSearch) {
    const filter = new OrFilter({ filters: ids.slice(at, at + namesPerSearch).map(id => client.ids.filterOf(id)) });
    yield* scan(client, { what: 'changed entries', filter, attributes });
  }
}

/**
 * See that the entries with these DNs are in the index, if they exist. A few are looked up, many by a search of all ids.
 * @returns gaps when some could not be seen
 */
export async function ensureNamed(client: LdapClient, dns: readonly string[]): Promise<Gap[]> {
  const unknown = new Map<string, string>();
  for (const dn of dns) {
    const key = dnKey(dn);
    if (key && !client.index.find(key)) unknown.set(key, dn);
  }
  if (unknown.size > namesBeforeSweep) return ensureIndexed(client, entityKinds);
  // Servers know the DN as an attribute for filters (RFC 5020; MS-ADTS, section 3.1.1.1.4).
  const attribute = client.server.kind === 'active-directory' ? 'distinguishedName' : 'entryDN';
  const names = [...unknown.values()];
  const gaps: Gap[] = [];
  for (let at = 0; at < names.length; at += namesPerSearch) {
    const filters = names.slice(at, at + namesPerSearch).map(value => new EqualityFilter({ attribute, value }));
    const search = { what: 'members', filter: new OrFilter({ filters }), attributes: identifyingAttributes(client) };
    for await (const page of scan(client, search)) {
      gaps.push(...page.gaps.filter(({ missing }) => missing === 'objects'));
      for (const entry of page.entries) {
        const found = identify(client, entry);
        if (found && 'id' in found) addToIndex(client, found);
      }
    }
  }
  return gaps;
}
