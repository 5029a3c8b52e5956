// Groups and their members. The list of groups is short, so it is read whole each time; members only of groups that changed.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { distinctRecords, listCursor, listPlaceOf, recordPage } from '../../../src/connector/record-pages.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import { changesSince, positionOf } from '../changes.ts';
import type { OktaClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { oktaPages, wholeOktaList } from '../paging.ts';
import { groupsOfRule, userGroupOf } from '../records/groups.ts';
import { roleIdOf } from '../records/roles.ts';
import { administration } from './administration.ts';

const scope = 'okta.groups.read';

const groupList = { url: 'api/v1/groups', query: { limit: pageSizes.groups }, scope };

export async function* groupPages(client: OktaClient, cursor?: string): AsyncGenerator<Page> {
  const rules = await wholeOktaList(client, { url: 'api/v1/groups/rules', query: { limit: 50 }, scope });
  const ruleManaged = new Set(rules.items.flatMap(groupsOfRule));
  let gaps: readonly Gap[] = rules.gaps.map(gap => ({
    ...gap,
    missing: 'fields',
    message: `isDynamic: ${gap.message}`,
  }));
  for await (const page of oktaPages(client, groupList, cursor)) {
    const mapping = { ...page, gaps: [...gaps, ...page.gaps], cursor: page.next };
    yield recordPage(page.items, group => userGroupOf(group, ruleManaged), mapping);
    gaps = [];
  }
}

/** Group id → when its members last changed. */
function everyGroup(client: OktaClient): Promise<{ changed: Map<string, string>; gaps: Gap[] }> {
  return client.once('groups', async () => {
    const { items, gaps } = await wholeOktaList(client, groupList);
    const changed = items.flatMap(group => {
      const id = textAt(group, 'id');
      return id === undefined ? [] : [[id, textAt(group, 'lastMembershipUpdated') ?? ''] as const];
    });
    return { changed: new Map(changed.toSorted(([one], [other]) => (one < other ? -1 : 1))), gaps };
  });
}

/** Accounts in groups, and accounts and groups in roles. */
export async function* membershipPages(client: OktaClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const changes = await changesSince(client, since);
  const { landedBefore } = client.context;
  if (!changes || !landedBefore) {
    yield* everyMembership(client, cursor);
    return;
  }
  const { changed, gaps } = await everyGroup(client);
  const groups = [...changed].filter(([, at]) => !(Date.parse(at) < Date.parse(changes.start))).map(([id]) => id);
  const page = { changesOnly: true, next: positionOf(client) };
  const landed = await landedBefore('EntityManagedViaObject', 'managedViaObjectId');
  const [brought, complete] = [new Set<string>(), new Set<string>()];
  for (const id of groups) {
    let isWhole = true;
    for await (const members of memberPages(client, id)) {
      for (const record of members.records) brought.add(record.id);
      isWhole &&= members.gaps?.length === 0;
      yield { ...members, ...page };
    }
    if (isWhole) complete.add(id);
  }
  const roles = changes.kinds.has('roles') ? await rolePage(client) : undefined;
  for (const record of roles?.records ?? []) brought.add(record.id);
  // A relationship whose group is not there any more is gone, and so is one that its group or role does not have any more.
  const isGone = (id: string, holder: string) => {
    if (brought.has(id)) return false;
    if (id.includes('>Role:')) return roles !== undefined && roles.gaps?.length === 0;
    return complete.has(holder) || (gaps.length === 0 && !changed.has(holder));
  };
  const removed = [...landed].flatMap(([id, holder]) => (isGone(id, String(holder)) ? [id] : []));
  yield { records: [], ...roles, ...page, removed, gaps: [...gaps, ...(roles?.gaps ?? [])] };
}

async function* everyMembership(client: OktaClient, cursor: string | undefined): AsyncGenerator<Page> {
  const { changed, gaps } = await everyGroup(client);
  const next = positionOf(client);
  const place = listPlaceOf(cursor);
  const ids = [...changed.keys()];
  for (const [index, id] of ids.entries()) {
    if (place !== undefined && id < place.list) continue;
    const following = ids[index + 1];
    const from = id === place?.list ? place.from : undefined;
    for await (const page of memberPages(client, id, from)) {
      const after = page.next === undefined ? following && { list: following } : { list: id, from: page.next };
      yield { ...page, next, ...(after && { cursor: listCursor(after) }) };
    }
  }
  const roles = await rolePage(client);
  yield { ...roles, gaps: [...gaps, ...(roles.gaps ?? [])], next };
}

/** A page of members. `next`: address of the next one. */
type GroupPage = Page & { readonly next: string | undefined };

async function* memberPages(client: OktaClient, group: string, from?: string): AsyncGenerator<GroupPage> {
  // A group that was deleted after it was listed has no members.
  const list = {
    url: `api/v1/groups/${encodeURIComponent(group)}/users`,
    query: { limit: pageSizes.members },
    scope,
    absent: [404],
  };
  for await (const page of oktaPages(client, list, from)) {
    const found = recordPage(
      page.items,
      user => {
        const id = textAt(user, 'id');
        return id === undefined ? { reason: 'has no id' } : membershipRecord(['Account', id], ['UserGroup', group]);
      },
      page,
    );
    const within = { field: 'managedViaObjectId', is: [group] };
    yield { ...found, gaps: page.gaps.map(gap => ({ ...gap, within })), next: page.next } as GroupPage;
  }
}

async function rolePage(client: OktaClient): Promise<Page> {
  const { assignments, gaps } = await administration(client);
  const records = assignments.flatMap(assignment => {
    const role = roleIdOf(assignment);
    return role === undefined
      ? []
      : [membershipRecord([assignment.assignee.type, assignment.assignee.id], ['Role', role])];
  });
  // A custom role that is held over several resource sets is one membership.
  return { records: distinctRecords(records), gaps };
}
