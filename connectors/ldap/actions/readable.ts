// Attributes of an entry that decide the result of a change must be visible: what is hidden looks as if it were not there.
import { NotFilter } from 'ldapts';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import { octetsOf } from '../directory/entry.ts';
import { hiddenAttributes, isHidden } from '../directory/hidden.ts';
import { equals, type Located } from './targets.ts';

/** @throws ChangeRefused when bind_dn may not see whether the entry has these attributes */
export async function expectAbsence(client: LdapClient, found: Located, attributes: readonly string[]): Promise<void> {
  const missing = attributes.filter(name => octetsOf(found.entry, name).length === 0);
  const id = client.ids.attribute === undefined ? undefined : client.ids.idOf(found.entry);
  if (missing.length === 0 || (id !== undefined && (await client.joined.lacks(id, missing)))) return;
  const hidden = await hiddenAttributes(client, found, missing);
  if (hidden.length > 0) throw unreadable(hidden, found.entry.dn);
}

/** The group or role does not show this member. @throws ChangeRefused when bind_dn may not see whether it lists it */
export async function expectNoMember(
  client: LdapClient,
  { name, entry }: Located,
  attribute: string,
  value: string,
): Promise<void> {
  if (await isHidden(client, name, attribute, new NotFilter({ filter: equals(attribute, value) })))
    throw unreadable([attribute], entry.dn);
}

export function unreadable(attributes: readonly string[], dn: string): ChangeRefused {
  return new ChangeRefused(
    `bind_dn may not read and search ${attributes.join(', ')} of ${dn}, on which the result depends; the connector's README has the rights it needs`,
  );
}
