// Groups with their settings, and who is in groups and roles.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { gapOf } from '../../../src/connector/http/http-error.ts';
import { listAt, textAt } from '../../../src/connector/json-values.ts';
import { distinctRecords, listCursor, listPlaceOf, recordPage } from '../../../src/connector/record-pages.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { GoogleClient } from '../client.ts';
import { groupList, memberList, sharedList, userList } from '../lists.ts';
import { googlePages, wholeGoogleList } from '../paging.ts';
import { everybodyGroup, type Member, memberOf, userGroupOf } from '../records/groups.ts';
import { heldRoleId, roleAssignmentOf } from '../records/roles.ts';

export async function* groupPages(client: GoogleClient, cursor?: string): AsyncGenerator<Page> {
  if (cursor === undefined) yield { records: [everybodyGroup(client.customerId)] };
  for await (const page of googlePages(client, groupList(client), cursor)) {
    const emails = page.items.map(group => textAt(group, 'email'));
    const read = await Promise.all(emails.map(email => settingsOf(client, email)));
    const settings = new Map(page.items.map((group, index) => [group, read[index]!.settings]));
    const [gap] = read.flatMap(each => each.gap ?? []);
    yield recordPage(page.items, group => userGroupOf(group, settings.get(group)), {
      ...{ subject: page.subject, gaps: [...page.gaps, ...(gap ? [gap] : [])], cursor: page.next },
    });
  }
}

/** Who may join a group and who may be in it. One gap a page is enough: it has the same cause for all. */
async function settingsOf(
  { settings: { group_settings }, settingsHttp }: GoogleClient,
  email: string | undefined,
): Promise<{ settings?: unknown; gap?: Gap }> {
  if (!group_settings || email === undefined) return {};
  try {
    // Google's own client encodes the address twice, and the API takes both.
    const { body } = await settingsHttp.send({
      ...{ url: `groups/v1/groups/${encodeURIComponent(email)}`, query: { alt: 'json' }, accepts: [404] },
    });
    return { settings: body };
  } catch (error) {
    const gap = gapOf(error, 'fields');
    const remedy =
      'delegate the scope https://www.googleapis.com/auth/apps.groups.settings, and enable the Groups Settings API';
    return { gap: { ...gap, message: `joinPolicy, allowsExternalMembers: ${gap.message}; ${remedy}` } };
  }
}

/** The ids of all groups, in the order in which their members are read. */
const groupIds = (client: GoogleClient) =>
  client.once('groups', async () => {
    const { items, gaps } = await wholeGoogleList(client, groupList(client));
    return { ids: items.flatMap(group => textAt(group, 'id') ?? []).toSorted(), gaps };
  });

export async function* membershipPages(client: GoogleClient, cursor?: string): AsyncGenerator<Page> {
  const { ids, gaps } = await groupIds(client);
  const [place, domains] = [listPlaceOf(cursor), await domainsOf(client)];
  const external = new Map<string, string | undefined>();
  let hasEverybody = false;
  let isWhole = place === undefined && gaps.length === 0;
  for (const [index, id] of ids.entries()) {
    if (place !== undefined && id < place.list) continue;
    const from = id === place?.list ? place.from : undefined;
    for await (const page of memberPages(client, id, from)) {
      hasEverybody ||= page.items.some(row => memberOf(row)?.type === 'CUSTOMER');
      isWhole &&= page.records.gaps?.length === 0;
      if (domains) noteExternal(external, page.items, domains);
      const following = ids[index + 1];
      const after = page.next === undefined ? following && { list: following } : { list: id, from: page.next };
      yield { ...page.records, ...(after && { cursor: listCursor(after) }) };
    }
  }
  if (isWhole) client.noted.external = external;
  // After a crash it is not known whether a group that was read before has all users as a member.
  if (hasEverybody || place !== undefined) yield* everybodyPages(client);
  yield await roleMembershipPage(client, gaps);
}

interface MembersPage {
  readonly records: Page;
  readonly items: readonly unknown[];
  readonly next: string | undefined;
}

async function* memberPages(client: GoogleClient, group: string, from?: string): AsyncGenerator<MembersPage> {
  for await (const { items, subject, gaps, next } of googlePages(client, memberList(group), from)) {
    const within = { field: 'managedViaObjectId', is: [group] };
    const records = recordPage(
      items,
      row => {
        const member = memberOf(row);
        return member === undefined
          ? { reason: 'has no id' }
          : membershipRecord(entityOf(member), ['UserGroup', group]);
      },
      { subject, gaps: gaps.map(gap => ({ ...gap, within })) },
    );
    yield { records, items, next };
  }
}

const entityOf = ({ type, id }: Member) =>
  [type === 'GROUP' || type === 'CUSTOMER' ? 'UserGroup' : 'Account', id] as const;

/** All users as members of the group of all users. */
async function* everybodyPages(client: GoogleClient): AsyncGenerator<Page> {
  const list = userList(client);
  const idsOnly = { ...list, query: { ...list.query, projection: 'basic', fields: 'kind,nextPageToken,users/id' } };
  for await (const { items, gaps, subject } of googlePages(client, idsOnly)) {
    const within = { field: 'managedViaObjectId', is: [client.customerId] };
    const users = items.flatMap(user => textAt(user, 'id') ?? []);
    yield {
      records: users.map(id => membershipRecord(['Account', id], ['UserGroup', client.customerId])),
      gaps: gaps.map(gap => ({ ...gap, within })),
      place: () => subject,
    };
  }
}

async function roleMembershipPage(client: GoogleClient, gaps: readonly Gap[]): Promise<Page> {
  const { items, gaps: unread } = await sharedList(client, 'assignments');
  const records = items.flatMap(item => {
    const assignment = roleAssignmentOf(item);
    return assignment ? [membershipRecord(assignment.assignee, ['Role', heldRoleId(assignment)])] : [];
  });
  return { records: distinctRecords(records), gaps: [...gaps, ...unread] };
}

/** Members of groups whose address is in no domain of the customer, by their ids. */
export type ExternalMembers = ReadonlyMap<string, string | undefined>;

/** The domains of the customer; undefined when they may not be read. */
const domainsOf = async (client: GoogleClient) => {
  const { items, gaps } = await sharedList(client, 'domains');
  if (gaps.length > 0) return undefined;
  const names = items.flatMap(domain => [
    textAt(domain, 'domainName'),
    ...listAt(domain, 'domainAliases').map(alias => textAt(alias, 'domainAliasName')),
  ]);
  return new Set(names.flatMap(name => name?.toLowerCase() ?? []));
};

function noteExternal(
  external: Map<string, string | undefined>,
  rows: readonly unknown[],
  domains: ReadonlySet<string>,
): void {
  for (const row of rows) {
    const member = memberOf(row);
    const domain = member?.email?.split('@').at(-1)?.toLowerCase();
    if (member && domain !== undefined && entityOf(member)[0] === 'Account' && !domains.has(domain))
      external.set(member.id, member.email);
  }
}

/** The external members: what the read of memberships has noted, or after a crash, what the lists of members say. */
export async function externalMembers(
  client: GoogleClient,
): Promise<{ members: ExternalMembers; gaps: readonly Gap[] }> {
  const domains = await domainsOf(client);
  if (!domains) return { members: new Map(), gaps: (await sharedList(client, 'domains')).gaps };
  if (client.noted.external) return { members: client.noted.external, gaps: [] };
  const { ids, gaps } = await groupIds(client);
  const [members, all] = [new Map<string, string | undefined>(), [...gaps]];
  for (const id of ids) {
    for await (const page of googlePages(client, memberList(id))) {
      all.push(...page.gaps);
      noteExternal(members, page.items, domains);
    }
  }
  return { members, gaps: all };
}
