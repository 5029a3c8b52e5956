// What lies between subjects (accounts, groups, roles, permission sets) and objects in the graph of access, for many pairs at once: the
// memberships that lead to a holder, its grants and denials, and the containments of the object. It runs in the process of lookups.
//
// A few statements of sql/lookups/between find it for all pairs together: a statement costs about as much for one node as for fifty. What
// they find of single nodes is kept, because a version never changes, and groups and folders are shared by many accounts and documents. A
// process serves one version and clients that see the same of it, so nothing that is kept here reaches a client that may not see it.
import { LRUCache } from 'lru-cache';
import type { LookupParameters } from './prepared-lookup.ts';

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

export interface NamedObject {
  readonly objectId: string;
  readonly objectType: string;
  readonly objectName: string | null;
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

/** The containers that a container is in, itself included, and the memberships of each. */
interface Nesting {
  readonly outsides: readonly number[];
  readonly memberships: ReadonlyMap<number, readonly Link[]>;
}

interface Grant {
  readonly holder: number;
  readonly object: number;
  readonly permissions: number;
  readonly is_denial: boolean;
  readonly id: string;
}

type LookUp = <Row>(name: string, parameters: LookupParameters) => Promise<Row[]>;

/** Facts of each kind that are kept: numbers, links, names. Some 30 MB together at most. */
const mostKept = 50_000;
/** The rows that a statement finds at most: all but one of its LIMIT. A LIMIT that is a parameter would cost a lookup 0.7 ms. */
const mostRows = 200_000;
/** The bit of a grant or denial that does not hold for what its object contains (sql/building/analytics/013_grants.sql). */
const ofObjectOnly = 512;

export type FindBetween = (request: BetweenRequest) => Promise<BetweenEdges[]>;

/** @param lookUp runs a lookup of sql/lookups on the version */
export function createBetween(lookUp: LookUp): FindBetween {
  const facts = createFacts(lookUp);
  async function find({ pairs, mostEdges }: BetweenRequest): Promise<BetweenEdges[]> {
    const numbered = await facts.numbered(pairs);
    // Each lookup has a connection of its own, so the sides can be followed at the same time.
    const [subjects, containments] = await Promise.all([
      followSubjects(facts, numbered),
      facts.containments(new Set(numbered.flatMap(({ object }) => object ?? []))),
    ]);
    const walks = subjects && numbered.map(ends => walkOf(ends, subjects, containments));
    const grants = walks && (await facts.grants(walks));
    if (!grants)
      return pairs.length === 1 ? [{ ...numbered[0]!, edges: [], isCut: true }] : separately(pairs, mostEdges);
    const found = walks.map(walk => edgesOf(walk, grants));
    const names = await facts.names(new Set(found.flat().flatMap(({ source, target }) => [source, target])));
    return numbered.map((ends, index) => {
      const edges = found[index]!.slice(0, mostEdges).flatMap(edge => named(edge, names));
      edges.sort(byKindAndNames);
      return { ...ends, edges, isCut: found[index]!.length > mostEdges };
    });
  }
  /** One pair that has too much must not keep the others from being found. */
  async function separately(pairs: readonly AccessPair[], mostEdges: number): Promise<BetweenEdges[]> {
    const found: BetweenEdges[] = [];
    for (const pair of pairs) found.push(...(await find({ pairs: [pair], mostEdges })));
    return found;
  }
  return find;
}

/** The memberships of subjects, and the nesting of their containers. */
interface Subjects {
  readonly memberships: ReadonlyMap<number, readonly Link[]>;
  readonly nestings: ReadonlyMap<number, Nesting>;
}

/** @returns undefined when there is too much to follow */
async function followSubjects(facts: Facts, numbered: readonly Numbered[]): Promise<Subjects | undefined> {
  const subjects = new Set(numbered.flatMap(({ subject }) => subject ?? []));
  const memberships = await facts.memberships(subjects);
  const containers = new Set([...subjects].flatMap(subject => directContainers(subject, memberships)));
  const nestings = await facts.nestings(containers);
  return nestings && { memberships, nestings };
}

/** A subject that is a container is in itself. */
function directContainers(subject: number, memberships: Subjects['memberships']): number[] {
  return [subject, ...(memberships.get(subject) ?? []).map(({ target }) => target)];
}

/** Of a pair: who holds grants for the subject, and where grants hold for the object. */
interface Walk extends Numbered {
  readonly holders: ReadonlySet<number>;
  readonly memberships: readonly Link[];
  readonly places: ReadonlySet<number>;
  readonly containments: readonly Link[];
}

function walkOf(
  ends: Numbered,
  { memberships: direct, nestings }: Subjects,
  contained: ReadonlyMap<number, readonly Link[]>,
): Walk {
  const { subject, object } = ends;
  if (subject === null || object === null)
    return { ...ends, holders: new Set(), memberships: [], places: new Set(), containments: [] };
  const holders = new Set([subject]);
  const byMember = new Map([[subject, direct.get(subject) ?? []]]);
  for (const container of directContainers(subject, direct)) {
    const { outsides, memberships } = nestings.get(container)!;
    for (const outside of outsides) holders.add(outside);
    for (const [member, links] of memberships) if (!byMember.has(member)) byMember.set(member, links);
  }
  const containments = contained.get(object) ?? [];
  const places = new Set([object, ...containments.flatMap(({ source, target }) => [source, target])]);
  const memberships = [...byMember.values()].flat().filter(({ target }) => holders.has(target));
  return { ...ends, holders, memberships, places, containments };
}

type Unnamed = Omit<BetweenEdge, 'from' | 'to'>;

/** None when nothing gives access: containments alone do not. @param grants by object */
function edgesOf(walk: Walk, grants: ReadonlyMap<number, readonly Grant[]>): Unnamed[] {
  const { subject, object, holders, places } = walk;
  const held = [...places]
    .flatMap(place => grants.get(place) ?? [])
    .filter(
      grant => holders.has(grant.holder) && (grant.object === object || (grant.permissions & ofObjectOnly) === 0),
    );
  const isMember = object !== null && object !== subject && holders.has(object);
  if (held.length === 0 && !isMember) return [];
  const useful = leadingTo(
    new Set([...held.map(({ holder }) => holder), ...(isMember ? [object] : [])]),
    walk.memberships,
  );
  const linkEdge =
    (kind: 'Membership' | 'Containment') =>
    ({ source, target, id }: Link) => ({ kind, permissions: 0, source, target, id });
  return [
    ...walk.memberships.filter(({ target }) => useful.has(target)).map(linkEdge('Membership')),
    ...held.map(({ holder, object: target, permissions, is_denial, id }) => ({
      kind: is_denial ? ('Denial' as const) : ('Grant' as const),
      ...{ source: holder, target, permissions: permissions & (ofObjectOnly - 1), id },
    })),
    ...walk.containments.map(linkEdge('Containment')),
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
function named(edge: Unnamed, names: ReadonlyMap<number, NamedObject>): BetweenEdge[] {
  const [from, to] = [names.get(edge.source), names.get(edge.target)];
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

type Facts = ReturnType<typeof createFacts>;

/** Finds facts of nodes, and keeps them. */
function createFacts(lookUp: LookUp) {
  const numbers = new LRUCache<string, number>({ max: mostKept });
  const names = new LRUCache<number, NamedObject>({ max: mostKept });
  const createLinks = () =>
    new LRUCache<number, readonly Link[]>({ maxSize: mostKept, sizeCalculation: links => links.length + 1 });
  const [memberships, containments] = [createLinks(), createLinks()];
  const nestings = new LRUCache<number, Nesting>({
    maxSize: mostKept,
    sizeCalculation: ({ outsides, memberships: links }) => outsides.length + [...links.values()].flat().length + 1,
  });
  return {
    async numbered(pairs: readonly AccessPair[]): Promise<Numbered[]> {
      const named = new Map(pairs.flatMap(({ subject, object }) => [subject, object]).map(end => [end.objectId, end]));
      const found = await factsOf(numbers, named.keys(), async unknown => {
        const rows = await lookUp<{ id: string; number: number }>('between/numbers', { ids: unknown.join() });
        return new Map(rows.map(({ id, number }) => [id, number]));
      });
      for (const [id, number] of found) names.set(number, named.get(id)!);
      return pairs.map(({ subject, object }) => ({
        subject: found.get(subject.objectId) ?? null,
        object: found.get(object.objectId) ?? null,
      }));
    },
    memberships: (subjects: Iterable<number>) =>
      factsOf(memberships, subjects, async unknown => {
        const rows = await lookUp<Link>('between/memberships', { numbers: unknown.join() });
        const bySubject = Map.groupBy(rows, ({ source }) => source);
        return new Map(unknown.map(subject => [subject, bySubject.get(subject) ?? []]));
      }),
    containments: (objects: Iterable<number>) =>
      factsOf(containments, objects, async unknown => {
        type Row = Link & { readonly number: number };
        const rows = await lookUp<Row>('between/containments', { numbers: unknown.join() });
        const byObject = Map.groupBy(rows, ({ number }) => number);
        return new Map(unknown.map(object => [object, byObject.get(object) ?? []]));
      }),
    /** @returns undefined when there are too many to follow */
    async nestings(containers: Iterable<number>): Promise<ReadonlyMap<number, Nesting> | undefined> {
      let isTooMuch = false;
      const found = await factsOf(nestings, containers, async unknown => {
        const rows = await findNestings(lookUp, unknown);
        isTooMuch = rows === undefined;
        return rows ?? new Map<number, Nesting>();
      });
      return isTooMuch ? undefined : found;
    },
    /** By object. They are not kept. @returns undefined when there are too many */
    async grants(walks: readonly Walk[]): Promise<ReadonlyMap<number, readonly Grant[]> | undefined> {
      const [holders, places] = [new Set<number>(), new Set<number>()];
      for (const walk of walks) {
        for (const holder of walk.holders) holders.add(holder);
        for (const place of walk.places) places.add(place);
      }
      if (holders.size === 0 || places.size === 0) return new Map();
      const parameters = { holders: [...holders].join(), places: [...places].join() };
      const rows = await lookUp<Grant>('between/grants', parameters);
      return rows.length > mostRows ? undefined : Map.groupBy(rows, ({ object }) => object);
    },
    names: (nodes: Iterable<number>) =>
      factsOf(names, nodes, async unknown => {
        const rows = await lookUp<NamedObject & { number: number }>('between/names', { numbers: unknown.join() });
        return new Map(rows.map(({ number, ...name }) => [number, name]));
      }),
  };
}

/** @param find the facts of keys whose facts are not kept; a key may have none */
async function factsOf<Key extends string | number, Fact extends object | number>(
  kept: LRUCache<Key, Fact>,
  keys: Iterable<Key>,
  find: (unknown: readonly Key[]) => Promise<ReadonlyMap<Key, Fact>>,
): Promise<ReadonlyMap<Key, Fact>> {
  const found = new Map<Key, Fact>();
  const unknown: Key[] = [];
  for (const key of keys) {
    const fact = kept.get(key);
    if (fact === undefined) unknown.push(key);
    else found.set(key, fact);
  }
  if (unknown.length === 0) return found;
  for (const [key, fact] of await find(unknown)) {
    kept.set(key, fact);
    found.set(key, fact);
  }
  return found;
}

async function findNestings(lookUp: LookUp, containers: readonly number[]): Promise<Map<number, Nesting> | undefined> {
  const parameters = { numbers: containers.join() };
  const rows = await lookUp<Link & { kind: 'Nesting' | 'Membership' }>('between/containers', parameters);
  if (rows.length > mostRows) return undefined;
  const { Nesting: pairs = [], Membership: links = [] } = Object.groupBy(rows, ({ kind }) => kind);
  const byInside = Map.groupBy(pairs, ({ source }) => source);
  const byMember = Map.groupBy(
    links.map(({ kind: _kind, ...link }) => link),
    ({ source }) => source,
  );
  return new Map(
    containers.map(container => {
      const outsides = (byInside.get(container) ?? []).map(({ target }) => target);
      const memberships = new Map(outsides.map(outside => [outside, byMember.get(outside) ?? []]));
      return [container, { outsides, memberships }];
    }),
  );
}
