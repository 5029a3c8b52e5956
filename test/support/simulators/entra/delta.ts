// Delta queries of a simulated tenant: a token stands for a copy of the collection, and an answer is what differs from it now.
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Call } from '../simulator.ts';
import { graphError, selected } from './answers.ts';
import { type EntraState, type Item, objectWithId } from './state.ts';

interface Snapshot {
  readonly objects: ReadonlyMap<string, Item>;
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

export type Collection = 'users' | 'groups' | 'servicePrincipals';

export interface Deltas {
  answer(call: Call, state: EntraState, collection: Collection): Answer;
  /** Tokens that were issued are not known any more. */
  forget(): void;
}

/** @param pageSize objects in a page; a group with more members comes in several parts */
export function createDeltas(pageSize: () => number): Deltas {
  const snapshots = new Map<string, Snapshot>();
  const rounds = new Map<string, { items: Item[]; end: string }>();
  let made = 0;
  const copy = (state: EntraState, collection: Collection): string => {
    made += 1;
    const members = new Map([...state.members].map(([id, set]) => [id, new Set(set)]));
    snapshots.set(String(made), { objects: structuredClone(state[collection]), members });
    return String(made);
  };
  const link = (call: Call, name: string, token: string) => `${call.url.origin}${call.url.pathname}?$${name}=${token}`;
  const expired = () => graphError(410, 'syncStateNotFound', 'The sync state generation is not found.');

  const pageOf = (call: Call, round: string, start: number): Answer => {
    const { items, end } = rounds.get(round)!;
    const value = items.slice(start, start + pageSize());
    const isLast = start + pageSize() >= items.length;
    return {
      body: {
        value,
        ...(isLast
          ? { '@odata.deltaLink': link(call, 'deltatoken', end) }
          : { '@odata.nextLink': link(call, 'skiptoken', `${round}.${start + pageSize()}`) }),
      },
    };
  };

  return {
    forget() {
      snapshots.clear();
      rounds.clear();
    },
    answer(call, state, collection) {
      const { searchParams } = call.url;
      const [token, skip] = [searchParams.get('$deltatoken'), searchParams.get('$skiptoken')];
      if (skip !== null) {
        const [round = '', start] = skip.split('.');
        return rounds.has(round) ? pageOf(call, round, Number(start)) : expired();
      }
      if (token === 'latest')
        return { body: { value: [], '@odata.deltaLink': link(call, 'deltatoken', copy(state, collection)) } };
      const before: Snapshot | undefined =
        token === null ? { objects: new Map(), members: new Map() } : snapshots.get(token);
      if (!before) return expired();
      const end = copy(state, collection);
      const items = differences(before, state, collection, pageSize());
      rounds.set(end, { items, end });
      return pageOf(call, end, 0);
    },
  };
}

function differences(before: Snapshot, state: EntraState, collection: Collection, most: number): Item[] {
  const now = state[collection];
  const items: Item[] = [...before.objects.keys()]
    .filter(id => !now.has(id))
    .map(id => ({ id, '@removed': { reason: 'changed' } }));
  for (const object of now.values()) {
    const members = collection === 'groups' ? memberChanges(before, state, object.id) : [];
    const isSame = isDeepStrictEqual(tracked(before.objects, object.id), tracked(now, object.id));
    if (isSame && members.length === 0) continue;
    const shown = collection === 'groups' ? { id: object.id } : selected(object, null);
    for (let start = 0; start === 0 || start < members.length; start += most) {
      const part = members.slice(start, start + most);
      items.push({ ...shown, ...(part.length > 0 && { 'members@delta': part }) });
    }
  }
  return items;
}

/** A sign-in changes no user. A manager who is deleted is the manager of nobody, which changes the users who had this one. */
function tracked(objects: ReadonlyMap<string, Item>, id: string): object | undefined {
  const object = objects.get(id);
  const hasManager = objects.has(String(object?.['managerId']));
  return object && { ...object, signInActivity: undefined, hasManager };
}

/** A member who was deleted is not listed as one who has left. */
function memberChanges(before: Snapshot, state: EntraState, group: string): object[] {
  const isThere = (id: string) => objectWithId(state, id) !== undefined;
  const membersBefore = before.members.get(group) ?? new Set<string>();
  const membersNow = new Set([...(state.members.get(group) ?? [])].filter(isThere));
  const kindOf = (id: string) => objectWithId(state, id)!['@odata.type'];
  return [
    ...[...membersNow].filter(id => !membersBefore.has(id)).map(id => ({ '@odata.type': kindOf(id), id })),
    ...[...membersBefore]
      .filter(id => !membersNow.has(id) && isThere(id))
      .map(id => ({ '@odata.type': kindOf(id), id, '@removed': { reason: 'deleted' } })),
  ];
}
