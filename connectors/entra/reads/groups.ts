// Groups, and who is in them.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { nextFromBody } from '../../../src/connector/http/paging.ts';
import { pagesOfList, type SourceList } from '../../../src/connector/http/source-list.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { listCursor, listPlaceOf, recordPage } from '../../../src/connector/record-pages.ts';
import type { EntraClient } from '../client.ts';
import { deltaLinkOf, deltaSince, isRemoved } from '../delta.ts';
import { endOfObject } from '../ids.ts';
import { pageSizes } from '../limits.ts';
import { asFieldGap, graphPages, lacksObjects, resumedPages } from '../list.ts';
import { expandedOwners, groupProperties, userGroupOf } from '../records/groups.ts';
import { membership } from '../records/memberships.ts';
import { withAllOwners } from './directory.ts';
import { heldRoles } from './roles.ts';

/** The list of groups is short, so it is read whole each time. */
export async function* groupPages(client: EntraClient, cursor?: string): AsyncGenerator<Page> {
  const query = { $select: groupProperties, $expand: 'owners($select=id)', $top: pageSizes.directory };
  const open = (from: string | undefined) =>
    graphPages(client, { path: 'groups', query, permission: 'Group.Read.All' }, from);
  for await (const page of resumedPages(open, cursor)) {
    const owners = await withAllOwners(client, 'groups', page.items);
    const gaps = [...page.gaps, ...owners.gaps.map(gap => asFieldGap(gap, 'owners'))];
    const map = (group: unknown) =>
      userGroupOf(group, owners.of.get(textAt(group, 'id') ?? '') ?? expandedOwners(group));
    yield recordPage(page.items, map, { ...page, gaps, cursor: page.next });
  }
}

/** Members of groups, holders of roles, and who is assigned to access packages. */
export async function* membershipPages(client: EntraClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const { landedBefore } = client.context;
  const delta =
    since !== undefined && cursor === undefined && landedBefore ? await deltaSince(client, since) : undefined;
  if (!delta || !landedBefore) {
    yield* everyMembership(client, cursor);
    return;
  }
  const landed = await landedBefore('EntityManagedViaObject', 'managedViaObjectId');
  const present = new Map<string, SourceRecord | undefined>();
  const removedGroups = new Set<string>();
  for (const item of delta.items) {
    const group = textAt(item, 'id') ?? '';
    if (isRemoved(item)) removedGroups.add(group);
    else removedGroups.delete(group);
    // What Graph says last about a member counts.
    for (const member of membersOf(item)) present.set(member.record.id, member.isRemoved ? undefined : member.record);
  }
  const records = [...present.values()].flatMap(record =>
    record && !removedGroups.has(String(record['managedViaObjectId'])) ? [record] : [],
  );
  const others = await heldRoles(client);
  const current = new Set(others.records.map(({ id }) => id));
  const removed = [...landed].flatMap(([id, holder]) => {
    const isOfGroup = id.includes('>UserGroup:');
    if (isOfGroup) return removedGroups.has(String(holder)) || (present.has(id) && !present.get(id)) ? [id] : [];
    const isUncertain = others.gaps.some(
      gap => lacksObjects(gap) && (gap.within?.is?.includes(String(holder)) ?? true),
    );
    return isUncertain || current.has(id) ? [] : [id];
  });
  yield {
    ...{ ...others, records: [...records, ...others.records], removed },
    ...{ changesOnly: true, next: delta.position },
  };
}

/**
 * The first round of a delta query gives each group with its members, in pages. At its end is the position that tells changes from the
 * beginning of the round on.
 */
async function* everyMembership(client: EntraClient, cursor: string | undefined): AsyncGenerator<Page> {
  const place = listPlaceOf(cursor);
  let position = place?.list === 'others' ? place.from : undefined;
  if (place?.list !== 'others') {
    let end: string | undefined;
    let hasChanged = false;
    const list = membersList(link => {
      end = link;
    });
    for await (const page of resumedPages(from => pagesOfList(client.graph, list, from), place?.from)) {
      const members = page.items.filter(item => !isRemoved(item)).flatMap(membersOf);
      hasChanged ||= members.some(member => member.isRemoved);
      // A member who leaves during the round may have been brought already. Without a position, the next read brings everything.
      if (page.next === undefined && !hasChanged) position = end;
      const following =
        page.next === undefined ? { list: 'others', from: position } : { list: 'groups', from: page.next };
      const records = new Map(members.flatMap(({ record, isRemoved }) => (isRemoved ? [] : [[record.id, record]])));
      yield {
        records: [...records.values()],
        gaps: page.gaps,
        cursor: listCursor(following),
        place: () => page.subject,
      };
    }
  }
  yield { ...(await heldRoles(client)), ...(position !== undefined && { next: position }) };
}

const membersList = (sawEnd: (link: string | undefined) => void): SourceList => ({
  name: 'GET /v1.0/groups/delta',
  request: from =>
    from === undefined ? { url: 'v1.0/groups/delta', query: { $select: 'id,members' } } : { url: from },
  items: body => {
    const items = valueAt(body, 'value');
    return Array.isArray(items) ? items : undefined;
  },
  next({ body }) {
    sawEnd(deltaLinkOf(body));
    return nextFromBody(body, ['@odata.nextLink']);
  },
  remedy: 'grant the application permissions GroupMember.Read.All and Member.Read.Hidden',
});

/** The members of a group in an answer of a delta query. Devices and contacts are no accounts. */
function membersOf(group: unknown): { readonly record: SourceRecord; readonly isRemoved: boolean }[] {
  const id = textAt(group, 'id');
  if (id === undefined) return [];
  return listAt(group, 'members@delta').flatMap(member => {
    const end = endOfObject(member);
    return end === undefined ? [] : [{ record: membership(end, ['UserGroup', id]), isRemoved: isRemoved(member) }];
  });
}
