// Whether an entry lacks what it does not show, or hides it from bind_dn. A filter that names an attribute which bind_dn may not search
// is undefined, and so is its negation (RFC 4511, section 4.5.1.7): neither finds the entry.
import { AndFilter, type Filter, NotFilter, PresenceFilter } from 'ldapts';
import type { LdapClient } from '../client.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { readEntry, searchOnce } from '../protocol/search.ts';
import { firstText, octetsOf, textsOf } from './entry.ts';

export const isAbsent = (attribute: string) => new NotFilter({ filter: new PresenceFilter({ attribute }) });

/**
 * Those of the attributes that the entry does not show, and of which bind_dn may not see whether the entry has them.
 * @param name how requests name the entry
 */
export async function hiddenAttributes(
  client: LdapClient,
  { entry, name }: { readonly entry: RawEntry; readonly name: string },
  attributes: readonly string[],
): Promise<string[]> {
  const missing = attributes.filter(attribute => octetsOf(entry, attribute).length === 0);
  if (missing.length === 0 || (await matches(client, name, new AndFilter({ filters: missing.map(isAbsent) }))))
    return [];
  const hidden: string[] = [];
  for (const attribute of missing)
    if (await isHidden(client, name, attribute, isAbsent(attribute))) hidden.push(attribute);
  return hidden;
}

/** @param isNot a filter that finds the entry unless it has something in the attribute */
export async function isHidden(client: LdapClient, name: string, attribute: string, isNot: Filter): Promise<boolean> {
  return !(await matches(client, name, isNot)) && (await isInSchema(client, attribute));
}

async function matches({ session }: LdapClient, base: string, filter: Filter): Promise<boolean> {
  return (await searchOnce(session, { base, scope: 'base', filter, attributes: ['1.1'] }, 1)).length > 0;
}

const schemas = new WeakMap<LdapClient, Promise<ReadonlySet<string>>>();

/** An attribute that the server does not know is undefined in filters too. Nothing is hidden then. */
async function isInSchema(client: LdapClient, attribute: string): Promise<boolean> {
  const names = schemas.get(client) ?? attributesInSchema(client);
  schemas.set(client, names);
  const known = await names;
  return known.size === 0 || known.has(attribute.toLowerCase());
}

/** Lower case; empty when the server does not show its schema (RFC 4512, section 4.2). */
async function attributesInSchema({ session }: LdapClient): Promise<ReadonlySet<string>> {
  const root = await readEntry(session, '', ['subschemaSubentry']);
  const dn = root.entry && firstText(root.entry, 'subschemaSubentry');
  const { entry } = dn === undefined ? {} : await readEntry(session, dn, ['attributeTypes']);
  const names = new Set<string>();
  for (const description of entry ? textsOf(entry, 'attributeTypes') : []) {
    const list = /\bNAME\s+(?:\(([^)]*)\)|('[^']*'))/.exec(description);
    for (const [, name] of (list?.[1] ?? list?.[2] ?? '').matchAll(/'([^']*)'/g)) names.add(name!.toLowerCase());
  }
  return names;
}
