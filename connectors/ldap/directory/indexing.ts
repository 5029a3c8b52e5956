// Fills the index of entities: either while a type is read, or by a separate search for their ids alone.
import type { Gap } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { departmentName, isDepartment } from '../records/containers.ts';
import { wellKnownPrincipal } from '../records/well-known-principals.ts';
import { sidText } from '../values/identifiers.ts';
import { type DnKey, dnKey, nameInDn } from './dn.ts';
import { numberOf, octetsOf, textsOf } from './entry.ts';
import { type EntityKind, kindFilter, kindOf } from './kinds.ts';
import { scan } from './scan.ts';

/** An entry that became an entity. */
export interface Found {
  readonly entry: RawEntry;
  readonly kind: EntityKind;
  readonly id: string;
  readonly key: DnKey;
}

/** Attributes by which entities are found and told apart. */
export function identifyingAttributes({ ids, server }: Pick<LdapClient, 'ids' | 'server'>): readonly string[] {
  const names = server.kind === 'active-directory' ? ['objectSid', 'primaryGroupID'] : ['uid', 'gidNumber'];
  return ['objectClass', ...(ids.attribute === undefined ? [] : [ids.attribute]), ...names];
}

/** Why an entry cannot be told apart from others; undefined when it can. */
export function identify(client: LdapClient, entry: RawEntry): Found | { readonly reason: string } | undefined {
  const kind = kindOf(entry, client.server.kind);
  if (kind === undefined || isStrangerFromOtherDomain(entry)) return undefined;
  const id = client.ids.idOf(entry);
  if (id === undefined) return { reason: `has no ${client.ids.attribute ?? 'valid DN'} that bind_dn may read` };
  const key = dnKey(entry.dn);
  return key === undefined ? { reason: 'has a DN that is not written as RFC 4514 says' } : { entry, kind, id, key };
}

/** An entry that stands for an account or group of another domain, about which it says nothing but the SID. */
function isStrangerFromOtherDomain(entry: RawEntry): boolean {
  if (!textsOf(entry, 'objectClass').includes('foreignSecurityPrincipal')) return false;
  const sid = octetsOf(entry, 'objectSid')[0];
  return wellKnownPrincipal(sid && sidText(sid)) === undefined;
}

export function addToIndex(client: LdapClient, { entry, kind, id, key }: Found): void {
  const { index, server } = client;
  if (kind === 'container') {
    const isOne = isDepartment(entry, client);
    if (isOne) {
      index.addAlias(departmentName(key), { kind, id });
      client.departmentNames.set(key, nameInDn(entry.dn) ?? entry.dn);
    } else index.add(key, { kind, id });
    return;
  }
  if (server.kind === 'active-directory') {
    const sid = octetsOf(entry, 'objectSid')[0];
    const text = sid && sidText(sid);
    const entity = { kind, id, primary: kind === 'account' ? numberOf(entry, 'primaryGroupID') : undefined };
    index.add(key, entity);
    if (text !== undefined) index.addAlias(sidName(text), entity);
    return;
  }
  const gid = numberOf(entry, 'gidNumber');
  const entity = { kind, id, primary: kind === 'account' ? gid : undefined };
  index.add(key, entity);
  // Only accounts of Unix are called by their uid, in groups of Unix.
  const isPosix =
    kind === 'account' && textsOf(entry, 'objectClass').some(name => name.toLowerCase() === 'posixaccount');
  if (isPosix) for (const uid of textsOf(entry, 'uid')) index.addAlias(uidName(uid), entity);
  if (kind === 'group' && gid !== undefined) index.addAlias(gidName(gid), entity);
}

export const sidName = (sid: string) => `sid:${sid}`;
/** `memberUid` is compared as uid is: without case (RFC 4519, section 2.39). */
export const uidName = (uid: string) => `uid:${uid.toLowerCase()}`;
export const gidName = (gid: number) => `gid:${gid}`;

/** Put all entities of these kinds into the index. @returns gaps when some could not be seen */
export async function ensureIndexed(client: LdapClient, kinds: readonly EntityKind[]): Promise<Gap[]> {
  const missing = kinds.filter(kind => !client.indexed.has(kind));
  if (missing.length === 0) return [];
  const gaps: Gap[] = [];
  const filter = kindFilter(missing, client.server.kind);
  const attributes = identifyingAttributes(client);
  for await (const page of scan(client, { what: `ids of ${missing.join('s, ')}s`, filter, attributes })) {
    gaps.push(...page.gaps.filter(gap => gap.missing === 'objects'));
    for (const entry of page.entries) {
      const found = identify(client, entry);
      if (found && 'id' in found) addToIndex(client, found);
    }
  }
  if (gaps.length === 0) for (const kind of missing) client.indexed.add(kind);
  return gaps;
}
