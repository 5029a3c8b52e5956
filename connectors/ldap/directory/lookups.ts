// Finds single entries: by their local ids, or by the names by which groups call their members.
import { AndFilter, EqualityFilter, type Filter, OrFilter } from 'ldapts';
import pLimit from 'p-limit';
import type { Gap } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { namesBeforeSweep, namesPerSearch, searchesUnderWay } from '../limits.ts';
import { generalFault } from '../protocol/faults.ts';
import { readEntry } from '../protocol/search.ts';
import { dnKey, isWithin } from './dn.ts';
import { addToIndex, ensureIndexed, identify, identifyingAttributes, uidName } from './indexing.ts';
import { entityKinds, subentryClass } from './kinds.ts';
import { type ScannedPage, scan } from './scan.ts';

const isSubentry = new EqualityFilter({ attribute: 'objectClass', value: subentryClass });
const isUnixAccount = new EqualityFilter({ attribute: 'objectClass', value: 'posixAccount' });

/** The entries with these local ids, as far as they exist. @param also what else must hold of them */
export async function* entriesById(
  client: LdapClient,
  ids: readonly string[],
  attributes: readonly string[],
  also: readonly Filter[] = [],
): AsyncGenerator<ScannedPage> {
  for (let at = 0; at < ids.length; at += namesPerSearch) {
    const filters: Filter[] = ids.slice(at, at + namesPerSearch).map(id => client.ids.filterOf(id));
    // A filter that names the class of subentries also finds the roles of 389 Directory Server.
    if (client.server.kind === '389-ds') filters.push(new AndFilter({ filters: [isSubentry, filters[0]!] }));
    const anyOf = new OrFilter({ filters });
    const filter = also.length === 0 ? anyOf : new AndFilter({ filters: [anyOf, ...also] });
    yield* scan(client, { what: 'single entries', filter, attributes });
  }
}

/**
 * Put the entries with these DNs into the index, if they exist. A few are looked up one by one; for many, all ids are read.
 * @returns gaps when some could not be seen
 */
export async function ensureNamed(client: LdapClient, dns: readonly string[]): Promise<Gap[]> {
  const unknown = new Map<string, string>();
  for (const dn of dns) {
    const key = dnKey(dn);
    if (key && isWithin(key, client.baseKey) && !client.index.find(key)) unknown.set(key, dn);
  }
  if (unknown.size > namesBeforeSweep) return ensureIndexed(client, entityKinds);
  await pLimit(searchesUnderWay).map(unknown.values(), async dn => {
    // By its DN an entry is found at once. A filter for DNs makes OpenLDAP look at every entry.
    const { entry, result } = await readEntry(client.session, dn, identifyingAttributes(client));
    const fault = generalFault(result, client.session.endpoint.address);
    if (fault) throw fault;
    const found = entry && identify(client, entry);
    if (found && 'id' in found) addToIndex(client, found);
  });
  return [];
}

/** Put the accounts of Unix with these names into the index, if they exist. @returns gaps when some could not be seen */
export async function ensureUids(client: LdapClient, uids: readonly string[]): Promise<Gap[]> {
  const unknown = [...new Set(uids)].filter(uid => !client.index.find(uidName(uid)));
  if (unknown.length > namesBeforeSweep) return ensureIndexed(client, entityKinds);
  const gaps: Gap[] = [];
  for (let at = 0; at < unknown.length; at += namesPerSearch) {
    const filters = unknown
      .slice(at, at + namesPerSearch)
      .map(value => new EqualityFilter({ attribute: 'uid', value }));
    const filter = new AndFilter({ filters: [isUnixAccount, new OrFilter({ filters })] });
    const search = { what: 'accounts of Unix', filter, attributes: identifyingAttributes(client) };
    for await (const page of scan(client, search)) {
      gaps.push(...page.gaps);
      for (const entry of page.entries) {
        const found = identify(client, entry);
        if (found && 'id' in found) addToIndex(client, found);
      }
    }
  }
  return gaps;
}
