// What lies between subjects (accounts, groups, roles, permission sets) and objects in the graph of access, for many pairs at once: the
// memberships that lead to a holder, its grants and denials, and the containments of the object. It runs in the process of lookups.
//
// Record files give all of it, because a statement takes about as long as following a thousand nodes in them.
import type { AccessGrant, AccessRecords, NamedObject } from './access-records.ts';

/** A subject and an object. Whoever asks has their names, so they need not be looked up. */
export interface AccessPair {
  readonly subject: NamedObject;
  readonly object: NamedObject;
}

export interface BetweenRequest {
  readonly pairs: readonly AccessPair[];
  /** The most relationships that are found for a pair. */
  readonly mostEdges: number;
}

export interface BetweenEdge {
  readonly kind: 'Membership' | 'Grant' | 'Denial' | 'Containment';
  /** Numbers of nodes. */
  readonly source: number;
  readonly target: number;
  /** Bits; of a grant or denial. */
  readonly permissions: number;
  /** The relationship or assignment; null: a containment. */
  readonly id: string | null;
  readonly from: NamedObject;
  readonly to: NamedObject;
}

/** The numbers of the nodes of a pair; null: there is no such node, or it is not visible. */
interface Numbered {
  readonly subject: number | null;
  readonly object: number | null;
}

/** What lies between a pair. */
export interface BetweenEdges extends Numbered {
  readonly edges: readonly BetweenEdge[];
  /** True when there are more relationships than were asked for. */
  readonly isCut: boolean;
}

interface Link {
  readonly source: number;
  readonly target: number;
  readonly id: string | null;
}

/** The rows of one kind that are read at most for a pair. */
const mostRows = 200_000;
/** The bit of a grant or denial that does not hold for what its object contains (sql/building/analytics/013_grants.sql). */
const ofObjectOnly = 512;

/** What lies between each pair. @param records as the client may see them */
export function findBetween({ pairs, mostEdges }: BetweenRequest, records: AccessRecords): BetweenEdges[] {
  const names = new Map<number, NamedObject | undefined>();
  const numberOf = (end: NamedObject) => {
    const number = records.numberOf(end.objectId) ?? null;
    if (number !== null) names.set(number, end);
    return number;
  };
  const numbered = pairs.map(({ subject, object }) => ({ subject: numberOf(subject), object: numberOf(object) }));
  const walker = createWalker(records, names);
  return numbered.map(ends => {
    const found = edgesBetween(ends, walker, records);
    const edges = (found ?? []).slice(0, mostEdges).flatMap(edge => named(edge, walker));
    return { ...ends, edges: edges.sort(byKindAndNames), isCut: found === undefined || found.length > mostEdges };
  });
}

/** Who holds grants for a subject. */
interface Holding {
  readonly holders: ReadonlySet<number>;
  readonly memberships: readonly Link[];
}

/** Where grants hold for an object. */
interface Placing {
  readonly places: ReadonlySet<number>;
  readonly containments: readonly Link[];
}

/** Follows each subject and object of a request once, and reads the name of each node once. */
interface Walker {
  /** Undefined when there is too much to follow. */
  holdingOf(subject: number): Holding | undefined;
  placingOf(object: number): Placing;
  nameOf(node: number): NamedObject | undefined;
}

/** @param names of nodes that are known */
function createWalker(records: AccessRecords, names: Map<number, NamedObject | undefined>): Walker {
  const holdings = new Map<number, Holding | undefined>();
  const placings = new Map<number, Placing>();
  return {
    holdingOf(subject) {
      if (!holdings.has(subject)) holdings.set(subject, followSubject(subject, records));
      return holdings.get(subject);
    },
    placingOf(object) {
      const placing = placings.get(object) ?? followObject(object, records);
      placings.set(object, placing);
      return placing;
    },
    nameOf(node) {
      if (!names.has(node)) names.set(node, records.nameOf(node));
      return names.get(node);
    },
  };
}

function followSubject(subject: number, records: AccessRecords): Holding | undefined {
  const direct = records.membershipsOf(subject);
  const holders = new Set([subject]);
  // A subject that is a container is in itself.
  for (const container of [subject, ...direct.map(({ container: target }) => target)])
    for (const outside of records.outsidesOf(container)) holders.add(outside);
  const memberships: Link[] = [];
  for (const holder of holders) {
    for (const { container, id } of holder === subject ? direct : records.membershipsOf(holder))
      if (holders.has(container)) memberships.push({ source: holder, target: container, id });
    if (holders.size + memberships.length > mostRows) return undefined;
  }
  return { holders, memberships };
}

function followObject(object: number, records: AccessRecords): Placing {
  const places = new Set([object, ...records.ancestorsOf(object)]);
  const containments = [...places].flatMap(place =>
    records
      .parentsOf(place)
      .filter(parent => places.has(parent))
      .map(parent => ({ source: parent, target: place, id: null })),
  );
  return { places, containments };
}

/** The grants and denials between a subject and an object. @returns undefined when there are too many */
function grantsBetween(
  { holders }: Holding,
  { places }: Placing,
  object: number,
  records: AccessRecords,
): AccessGrant[] | undefined {
  const found: AccessGrant[] = [];
  for (const place of places) {
    for (const grant of records.grantsOf(place, holders))
      if (place === object || (grant.permissions & ofObjectOnly) === 0) found.push(grant);
    if (found.length > mostRows) return undefined;
  }
  return found;
}

type Unnamed = Omit<BetweenEdge, 'from' | 'to'>;

/** None when nothing gives access: containments alone do not. @returns undefined when there is too much */
function edgesBetween({ subject, object }: Numbered, walker: Walker, records: AccessRecords): Unnamed[] | undefined {
  if (subject === null || object === null) return [];
  const holding = walker.holdingOf(subject);
  const placing = walker.placingOf(object);
  const held = holding && grantsBetween(holding, placing, object, records);
  if (!holding || !held) return undefined;
  const isMember = object !== subject && holding.holders.has(object);
  if (held.length === 0 && !isMember) return [];
  const useful = leadingTo(
    new Set([...held.map(({ holder }) => holder), ...(isMember ? [object] : [])]),
    holding.memberships,
  );
  const linkEdge =
    (kind: 'Membership' | 'Containment') =>
    ({ source, target, id }: Link) => ({ kind, permissions: 0, source, target, id });
  return [
    ...holding.memberships.filter(({ target }) => useful.has(target)).map(linkEdge('Membership')),
    ...held.map(({ holder, object: target, permissions, isDenial, id }) => ({
      kind: isDenial ? ('Denial' as const) : ('Grant' as const),
      ...{ source: holder, target, permissions: permissions & (ofObjectOnly - 1), id },
    })),
    ...placing.containments.map(linkEdge('Containment')),
  ];
}

/** The ends, and the containers from which memberships lead to one of them. */
function leadingTo(ends: Set<number>, memberships: readonly Link[]): ReadonlySet<number> {
  const byContainer = Map.groupBy(memberships, ({ target }) => target);
  // Members are added to the set while it is read.
  for (const container of ends) for (const { source } of byContainer.get(container) ?? []) ends.add(source);
  return ends;
}

/** Nothing when an end is not visible. */
function named(edge: Unnamed, walker: Walker): BetweenEdge[] {
  const [from, to] = [walker.nameOf(edge.source), walker.nameOf(edge.target)];
  return from && to ? [{ ...edge, from, to }] : [];
}

const kinds: readonly BetweenEdge['kind'][] = ['Grant', 'Denial', 'Membership', 'Containment'];

/** Paths of one length come in the order of their edges, which must not depend on what was looked up before: grants first, then by names. */
function byKindAndNames(one: BetweenEdge, other: BetweenEdge): number {
  const [a, b] = [one, other].map(({ kind, from, to, id }) =>
    [kinds.indexOf(kind), from.objectName, to.objectName, from.objectId, to.objectId, id].join('\u0000'),
  ) as [string, string];
  return a < b ? -1 : a > b ? 1 : 0;
}
