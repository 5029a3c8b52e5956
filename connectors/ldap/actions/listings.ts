// Where a group or role lists an account: in which attribute, and under which value.
import { isUtf8 } from 'node:buffer';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import { dnKey } from '../directory/dn.ts';
import { numberOf, octetsOf, textsOf } from '../directory/entry.ts';
import { resultCodes } from '../protocol/faults.ts';
import type { Modification } from '../protocol/modify.ts';
import { searchPages } from '../protocol/search.ts';
import { memberDn } from '../records/memberships.ts';
import { sidText } from '../values/identifiers.ts';
import { expectNoMember, unreadable } from './readable.ts';
import { equals, guidName, type Located, refusal } from './targets.ts';

/**
 * One value by which an account belongs to a group, without the account's DN, which may change: `member`, `memberUid=jane`,
 * `uniqueMember#'01'B`, and `primaryGroupID` or `gidNumber` for the primary group.
 */
export type Listing = string;

const primaryListings: ReadonlySet<Listing> = new Set(['primaryGroupID', 'gidNumber']);
export const isPrimary = (listing: Listing) => primaryListings.has(listing);

/** Attributes to ask for. `member` is not among them, because it may have a million values. */
export const holderAttributes: readonly string[] = ['objectSid', 'gidNumber', 'uniqueMember', 'memberUid'];
export const memberAttributes: readonly string[] = ['objectSid', 'primaryGroupID', 'uid', 'gidNumber'];

/** Sorted. */
export async function listingsOf(client: LdapClient, holder: Located, account: Located): Promise<Listing[]> {
  const { kind } = client.server;
  const listings: Listing[] = isPrimaryGroup(kind === 'active-directory', holder, account)
    ? [kind === 'active-directory' ? 'primaryGroupID' : 'gidNumber']
    : [];
  const attribute = classesOf(holder.entry).includes('organizationalrole') ? 'roleOccupant' : 'member';
  if (await holds(client, holder, attribute, account.entry.dn)) listings.push(attribute);
  if (kind === 'active-directory') return listings.sort();
  for (const value of octetsOf(holder.entry, 'uniqueMember')) {
    const dn = memberDn(value);
    if (dnKey(dn) === account.key) listings.push(`uniqueMember${value.toString('utf8').slice(dn.length)}`);
  }
  const uids = new Set(unixNames(account).map(uid => uid.toLowerCase()));
  for (const value of octetsOf(holder.entry, 'memberUid')) {
    if (isUtf8(value) && uids.has(value.toString('utf8').toLowerCase())) listings.push(`memberUid=${value}`);
  }
  return [...new Set(listings)].sort();
}

/**
 * Where the group or role would list the account, it does not.
 * @throws ChangeRefused when bind_dn may not see that
 */
export async function expectNotListed(client: LdapClient, holder: Located, account: Located): Promise<void> {
  const classes = classesOf(holder.entry);
  for (const [objectClass, attribute] of attributesByClass) {
    if (!classes.includes(objectClass)) continue;
    const value = attribute === 'memberUid' ? unixNames(account)[0] : account.entry.dn;
    if (value !== undefined) await expectNoMember(client, holder, attribute, value);
  }
  // Every account of a domain and every account of Unix has a primary group.
  const isOfDomain = client.server.kind === 'active-directory' && client.domainSid !== undefined;
  const isOfUnix = classes.includes('posixgroup') && classesOf(account.entry).includes('posixaccount');
  const [attribute] = isOfDomain ? ['primaryGroupID'] : isOfUnix ? ['gidNumber'] : [];
  for (const { entry } of isOfDomain ? [account] : [account, holder])
    if (attribute !== undefined && octetsOf(entry, attribute).length === 0) throw unreadable([attribute], entry.dn);
}

/** The server compares, so members do not have to be fetched. */
async function holds(client: LdapClient, holder: Located, attribute: string, dn: string): Promise<boolean> {
  const filter = equals(attribute, dn);
  const search = { base: holder.name, scope: 'base', filter, attributes: ['1.1'], pageSize: 1 } as const;
  let isFound = false;
  for await (const { entries, result } of searchPages(client.session, search)) {
    if (result && result.code !== resultCodes.success) throw refusal(client, result, holder.entry.dn);
    isFound ||= entries.length > 0;
  }
  return isFound;
}

function isPrimaryGroup(isActiveDirectory: boolean, holder: Located, account: Located): boolean {
  if (!isActiveDirectory) {
    const gid = numberOf(holder.entry, 'gidNumber');
    return gid !== undefined && numberOf(account.entry, 'gidNumber') === gid;
  }
  const primary = numberOf(account.entry, 'primaryGroupID');
  const [ownSid, sid] = [account, holder].map(({ entry }) =>
    sidText(octetsOf(entry, 'objectSid')[0] ?? Buffer.alloc(0)),
  );
  return primary !== undefined && sid !== undefined && sid === ownSid?.replace(/\d+$/, String(primary));
}

/** The names by which groups of Unix know the account. */
function unixNames({ entry }: Located): string[] {
  return classesOf(entry).includes('posixaccount') ? textsOf(entry, 'uid') : [];
}

const classesOf = (entry: Located['entry']) => textsOf(entry, 'objectClass').map(name => name.toLowerCase());

const attributesByClass: readonly (readonly [objectClass: string, attribute: string])[] = [
  ['groupofuniquenames', 'uniqueMember'],
  ['groupofnames', 'member'],
  ['groupofmembers', 'member'],
  ['groupofentries', 'member'],
  ['ipausergroup', 'member'],
  ['group', 'member'],
  ['organizationalrole', 'roleOccupant'],
  ['posixgroup', 'memberUid'],
];

/** Classes of groups and roles to which the server adds accounts that no attribute lists. */
const computedClasses: ReadonlySet<string> = new Set(['groupofurls', 'dynamicgroup', 'nsroledefinition']);

/** Whether an account can belong to the group or role although no attribute of it lists the account. */
export function isDecidedByServer({ entry }: Located): boolean {
  return classesOf(entry).some(name => computedClasses.has(name));
}

/** Whether the group or role has an attribute that lists accounts. */
export const hasList = ({ entry }: Located) =>
  attributesByClass.some(([objectClass]) => classesOf(entry).includes(objectClass));

export function decidedByServer({ entry }: Located): ChangeRefused {
  const message = `the server itself decides who belongs to ${entry.dn}`;
  return new ChangeRefused(`${message} (its classes are ${textsOf(entry, 'objectClass').join(', ')})`);
}

/** How a group or role should list an account that it does not list yet. @throws ChangeRefused when it cannot */
export function newListing(holder: Located, account: Located): Listing {
  const classes = classesOf(holder.entry);
  const [, attribute] = attributesByClass.find(([name]) => classes.includes(name)) ?? [];
  if (attribute === undefined) throw decidedByServer(holder);
  if (attribute !== 'memberUid') return attribute;
  const [uid] = unixNames(account);
  if (uid === undefined)
    throw new ChangeRefused(
      `${account.entry.dn} is no account of Unix (posixAccount), and ${holder.entry.dn} a group of Unix`,
    );
  return `memberUid=${uid}`;
}

/** The change that makes a group or role list an account, or not. */
export function listingChange(
  operation: Modification['operation'],
  listing: Listing,
  { client, account }: { readonly client: LdapClient; readonly account: Located },
): Modification {
  const [, attribute, rest] = /^([A-Za-z]+)(.*)$/s.exec(listing)!;
  if (attribute === 'memberUid') return { operation, attribute, value: rest!.slice(1) };
  const isByGuid = client.server.kind === 'active-directory';
  const name = isByGuid ? guidName(client.ids.idOf(account.entry)!) : account.entry.dn;
  return { operation, attribute: attribute!, value: `${name}${rest}` };
}
