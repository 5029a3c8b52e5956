// Members of groups, holders of roles, and who is assigned to access packages.

import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { nextFromBody } from '../../../src/connector/http/paging.ts';
import { pagesOfList, type SourceList } from '../../../src/connector/http/source-list.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { EntraClient } from '../client.ts';
import { type Delta, deltaLinkOf, deltaSince, isRemoved, positionNow } from '../delta.ts';
import { endOfObject } from '../ids.ts';
import { lacksObjects, resumedPages } from '../paging.ts';
import { heldRoles } from './roles.ts';

/** The delta links of groups with their members, and of those who may be members. */
type Position = Readonly<Record<(typeof collections)[number], string>>;

/** Groups do not tell that a member is gone because it was deleted, so users and service principals tell it. */
const collections = ['groups', 'users', 'servicePrincipals'] as const;

export async function* membershipPages(client: EntraClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const { landedBefore } = client.context;
  const deltas = landedBefore && cursor === undefined ? await deltasSince(client, positionOf(since)) : undefined;
  if (deltas && landedBefore) yield await changedMemberships(client, deltas, landedBefore);
  else yield* everyMembership(client, cursor === undefined ? undefined : (JSON.parse(cursor) as Place));
}

function positionOf(since: string | undefined): Position | undefined {
  try {
    const position = JSON.parse(since ?? '') as Record<string, unknown>;
    return collections.every(name => typeof position[name] === 'string') ? (position as Position) : undefined;
  } catch {
    return undefined;
  }
}

type Deltas = Readonly<Record<(typeof collections)[number], Delta>>;

/** @returns undefined when one of the positions is gone: then everything is read */
async function deltasSince(client: EntraClient, position: Position | undefined): Promise<Deltas | undefined> {
  if (position === undefined) return undefined;
  const groups = await deltaSince(client, position.groups);
  const users = groups && (await deltaSince(client, position.users));
  const servicePrincipals = users && (await deltaSince(client, position.servicePrincipals));
  return servicePrincipals && { groups, users, servicePrincipals };
}

type LandedBefore = NonNullable<EntraClient['context']['landedBefore']>;

async function changedMemberships(client: EntraClient, deltas: Deltas, landedBefore: LandedBefore): Promise<Page> {
  const gone = new Set(collections.flatMap(name => removedIds(deltas[name])));
  const changed = new Map<string, SourceRecord | undefined>();
  // What Graph says last about a member counts.
  for (const item of deltas.groups.items)
    for (const { record, isRemoved: hasLeft } of membersOf(item)) changed.set(record.id, hasLeft ? undefined : record);
  const isGone = (...ends: unknown[]) => ends.some(end => gone.has(String(end)));
  const records = [...changed.values()].flatMap(record =>
    record && !isGone(record['entityId'], record['managedViaObjectId']) ? [record] : [],
  );
  const held = await heldRoles(client);
  const current = new Set(held.records.map(({ id }) => id));
  const entities = await landedBefore('EntityManagedViaObject', 'entityId');
  const holders = await landedBefore('EntityManagedViaObject', 'managedViaObjectId');
  const isLeft = (id: string, holder: string) => {
    if (id.includes('>UserGroup:')) return isGone(entities.get(id), holder) || (changed.has(id) && !changed.get(id));
    const isUncertain = held.gaps.some(gap => lacksObjects(gap) && (gap.within?.is?.includes(holder) ?? true));
    return !isUncertain && !current.has(id);
  };
  const removed = [...holders].flatMap(([id, holder]) => (isLeft(id, String(holder)) ? [id] : []));
  const next = Object.fromEntries(collections.map(name => [name, deltas[name].position]));
  return {
    ...{ records: [...records, ...held.records], gaps: held.gaps, removed },
    ...{ changesOnly: true, next: JSON.stringify(next) },
  };
}

/** The ids of what is gone now; what was restored meanwhile is not. */
function removedIds({ items }: Delta): string[] {
  const last = new Map(items.map(item => [textAt(item, 'id') ?? '', item]));
  return [...last].flatMap(([id, item]) => (isRemoved(item) ? [id] : []));
}

/** Where a read that was interrupted continues. */
interface Place {
  /** Address of the next page of groups; absent: roles are next. */
  readonly from?: string;
  /** What is known of the position: that of groups is known at the end of the round only. */
  readonly position?: Partial<Position> | undefined;
}

/**
 * The first round of a delta query gives each group with its members, in pages. At its end is the position that tells changes from the
 * beginning of the round on.
 */
async function* everyMembership(client: EntraClient, place: Place | undefined): AsyncGenerator<Page> {
  let position = place ? place.position : await positionsNow(client);
  if (place === undefined || place.from !== undefined) {
    let end: string | undefined;
    const list = membersList(link => {
      end = link;
    });
    for await (const page of resumedPages(from => pagesOfList(client.graph, list, from), place?.from)) {
      const members = page.items.filter(item => !isRemoved(item)).flatMap(membersOf);
      // A member who leaves during the round may have been brought already. Without a position, the next read brings everything.
      if (members.some(member => member.isRemoved)) position = undefined;
      if (page.next === undefined) position = position && end !== undefined ? { ...position, groups: end } : undefined;
      const after: Place = { ...(page.next !== undefined && { from: page.next }), position };
      const records = new Map(members.flatMap(({ record, isRemoved }) => (isRemoved ? [] : [[record.id, record]])));
      yield {
        records: [...records.values()],
        gaps: page.gaps,
        cursor: JSON.stringify(after),
        place: () => page.subject,
      };
    }
  }
  const next = JSON.stringify(position ?? {});
  yield { ...(await heldRoles(client)), ...(positionOf(next) && { next }) };
}

async function positionsNow(client: EntraClient): Promise<Partial<Position> | undefined> {
  const users = await positionNow(client, 'users', 'id');
  const servicePrincipals = users && (await positionNow(client, 'servicePrincipals', 'id'));
  return servicePrincipals ? { users, servicePrincipals } : undefined;
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
    return end === undefined
      ? []
      : [{ record: membershipRecord(end, ['UserGroup', id]), isRemoved: isRemoved(member) }];
  });
}
