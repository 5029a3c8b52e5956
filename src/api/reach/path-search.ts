// Finds the paths from an account to an object in a small part of the graph of access.
import { member, remaining } from './permissions.ts';

/** A step of a path, or a denial. */
export interface Edge {
  readonly kind: 'Membership' | 'Grant' | 'Denial' | 'Containment';
  readonly source: number;
  readonly target: number;
  /** The permissions of a grant or denial, as bits. */
  readonly permissions: number;
}

export interface Path<Step extends Edge> {
  readonly steps: readonly Step[];
  /** What the path gives after denials. */
  readonly permissions: number;
}

export interface FoundPaths<Step extends Edge> {
  /** What all paths together give after denials; 0: no access. */
  readonly permissions: number;
  /** The shortest first. */
  readonly paths: readonly Path<Step>[];
  /** False when there may be more paths than were asked for, or than could be searched. */
  readonly isComplete: boolean;
  /** The memberships and grants that every path needs: the removal of any one of them ends the access. */
  readonly critical: readonly Step[];
  /** The denials that hold for the account and the object. */
  readonly denials: readonly Step[];
}

/** Partial paths that are extended before the search gives up. */
const mostExtended = 100_000;

/** @param most how many paths to find */
export function findPaths<Step extends Edge>(
  edges: readonly Step[],
  account: number,
  object: number,
  most: number,
): FoundPaths<Step> {
  const { denials, denied } = denialsBetween(edges, account, object);
  const { paths, isComplete } = shortestPaths(givingSteps(edges, account, object), account, object, most);
  const shown = paths.map(path => ({ steps: path, permissions: permissionsOf(path, denied) }));
  const permissions = accessOf(edges, account, object);
  const critical = (paths[0] ?? []).filter(
    step => step.kind !== 'Containment' && accessOf(edges, account, object, step) === 0,
  );
  return { permissions, paths: shown, isComplete, critical, denials };
}

/** A shortest path that denials leave. @returns undefined: there is none, or the search gave up before it knew whether there is another one */
export function shortestPath<Step extends Edge>(
  edges: readonly Step[],
  account: number,
  object: number,
): { readonly steps: readonly Step[]; readonly isOnly: boolean } | undefined {
  const { paths, isComplete } = shortestPaths(givingSteps(edges, account, object), account, object, 2);
  const [first, second] = paths;
  return first && (second || isComplete) ? { steps: first, isOnly: second === undefined } : undefined;
}

function denialsBetween<Step extends Edge>(edges: readonly Step[], account: number, object: number) {
  const denials = assignmentsBetween(edges, account, object).assignments.filter(({ kind }) => kind === 'Denial');
  return { denials, denied: permissionsIn(denials, 'Denial', permissions => permissions) };
}

/** The steps of which paths consist: those of which denials leave something. */
export function givingSteps<Step extends Edge>(edges: readonly Step[], account: number, object: number): Step[] {
  const { denied } = denialsBetween(edges, account, object);
  return edges.filter(
    ({ kind, permissions }) => kind !== 'Denial' && (kind !== 'Grant' || remaining(permissions, denied) !== 0),
  );
}

function permissionsOf(path: readonly Edge[], denied: number): number {
  const grant = path.find(step => step.kind === 'Grant');
  return grant ? remaining(grant.permissions, denied) : member;
}

/** What the account may do with the object when one edge is left out. */
function accessOf(edges: readonly Edge[], account: number, object: number, without?: Edge): number {
  const left = edges.filter(edge => edge !== without);
  const { assignments, isMember } = assignmentsBetween(left, account, object);
  const denied = permissionsIn(assignments, 'Denial', permissions => permissions);
  const granted = permissionsIn(assignments, 'Grant', permissions => remaining(permissions, denied));
  return granted | (isMember ? member : 0);
}

/** The grants and denials of the account and its containers that hold for the object. */
function assignmentsBetween<Step extends Edge>(edges: readonly Step[], account: number, object: number) {
  const ofKind = (wanted: Edge['kind']) => edges.filter(({ kind }) => kind === wanted);
  const holders = reachedFrom([account], ofKind('Membership'), edge => [edge.source, edge.target]);
  const places = reachedFrom([object], ofKind('Containment'), edge => [edge.target, edge.source]);
  const assignments = edges.filter(
    ({ kind, source, target }) => (kind === 'Grant' || kind === 'Denial') && holders.has(source) && places.has(target),
  );
  return { assignments, isMember: object !== account && holders.has(object) };
}

function permissionsIn(edges: readonly Edge[], kind: Edge['kind'], left: (permissions: number) => number): number {
  return edges.reduce((bits, edge) => (edge.kind === kind ? bits | left(edge.permissions) : bits), 0);
}

/** Node → least number of steps from the nearest start. @param ends where an edge begins and ends */
function reachedFrom<Step extends Edge>(
  starts: readonly number[],
  edges: readonly Step[],
  ends: (edge: Step) => readonly [number, number],
): Map<number, number> {
  const next = Map.groupBy(edges, edge => ends(edge)[0]);
  const distances = new Map(starts.map(start => [start, 0]));
  const queue = [...starts];
  for (const node of queue) {
    for (const edge of next.get(node) ?? []) {
      const end = ends(edge)[1];
      if (distances.has(end)) continue;
      distances.set(end, distances.get(node)! + 1);
      queue.push(end);
    }
  }
  return distances;
}

interface PartialPath<Step> {
  readonly node: number;
  readonly length: number;
  readonly last: Step | undefined;
  readonly before: PartialPath<Step> | undefined;
}

/**
 * The shortest paths without repeated nodes. Partial paths are extended in the order of their least possible length: steps so far and
 * the distance to the object, so that the search goes straight to the object even in a large graph with cycles.
 */
function shortestPaths<Step extends Edge>(edges: readonly Step[], account: number, object: number, most: number) {
  const distances = reachedFrom([object], edges, edge => [edge.target, edge.source]);
  const steps = Map.groupBy(
    edges.filter(edge => distances.has(edge.target)),
    edge => edge.source,
  );
  const paths: Step[][] = [];
  const byLength: PartialPath<Step>[][] = [];
  const add = (partial: PartialPath<Step>) => {
    const length = partial.length + distances.get(partial.node)!;
    byLength[length] ??= [];
    byLength[length].push(partial);
  };
  if (distances.has(account)) add({ node: account, length: 0, last: undefined, before: undefined });
  let extended = 0;
  for (let length = 0; length < byLength.length; length += 1) {
    // Partial paths of the same least length are added while they are read.
    for (const partial of byLength[length] ?? []) {
      if (partial.node === object && partial.last) {
        if (paths.length === most) return { paths, isComplete: false };
        paths.push(stepsOf(partial));
        continue;
      }
      extended += 1;
      if (extended > mostExtended) return { paths, isComplete: false };
      for (const step of steps.get(partial.node) ?? []) {
        if (isOn(partial, step.target) || !follows(partial.last, step)) continue;
        add({ node: step.target, length: partial.length + 1, last: step, before: partial });
      }
    }
    delete byLength[length];
  }
  return { paths, isComplete: true };
}

/** Memberships come first, then one grant, then containments. A grant of a container does not make anybody its member. */
function follows(last: Edge | undefined, step: Edge): boolean {
  const isGranted = last !== undefined && last.kind !== 'Membership';
  return step.kind === 'Containment' ? isGranted : !isGranted;
}

function isOn<Step>(partial: PartialPath<Step>, node: number): boolean {
  for (let at: PartialPath<Step> | undefined = partial; at; at = at.before) if (at.node === node) return true;
  return false;
}

function stepsOf<Step>(partial: PartialPath<Step>): Step[] {
  const steps: Step[] = [];
  for (let at: PartialPath<Step> | undefined = partial; at?.last; at = at.before) steps.push(at.last);
  return steps.reverse();
}
