// Since when access exists. A path is whole since its newest step came, and access exists since the first of its paths is whole.
import type { BetweenEdges } from '../../lookups/between.ts';
import type { LookUp } from '../lookups/paged-lookup.ts';
import { type Edge, givingSteps } from './path-search.ts';

/** How the date is known: the source gives it, a version showed it for the first time, or it was there when it was first read. */
export const ageKnownBy = ['Source', 'History', 'Read'] as const;

export interface AccessAge {
  /** ISO 8601. When it came; known by `Read`, it is as old or older. */
  readonly at: string;
  readonly knownBy: (typeof ageKnownBy)[number];
}

/** Global id of a membership or grant → its age. */
export type RelationshipAges = ReadonlyMap<string, AccessAge>;

/** The ages of the memberships and grants between some pairs. */
export async function agesBetween(pairs: readonly BetweenEdges[], lookUp: LookUp): Promise<RelationshipAges> {
  const ids = new Set(pairs.flatMap(({ edges }) => edges.flatMap(({ id }) => id ?? [])));
  if (ids.size === 0) return new Map();
  const rows = await lookUp<AccessAge & { id: string }>('relationship_ages', { ids: JSON.stringify([...ids]) });
  return new Map(rows.map(({ id, ...age }) => [id, age]));
}

/** Since when a subject reaches an object. @returns undefined when it does not, or not all of its paths are known */
export function ageOfAccess(between: BetweenEdges, ages: RelationshipAges): AccessAge | undefined {
  const { subject, object, edges, isCut } = between;
  if (isCut || subject === null || object === null) return undefined;
  const steps = givingSteps(edges, subject, object);
  const known = new Map(
    steps.flatMap(step => {
      const age = step.id === null ? undefined : ages.get(step.id);
      return age ? [[step, { ...age, time: Date.parse(age.at) }] as const] : [];
    }),
  );
  // A containment has no age of its own: it counts as being there as long as the grant.
  const latest = wholeSince(steps, { subject, object }, step =>
    step.kind === 'Containment' ? always : (known.get(step)?.time ?? never),
  );
  if (latest === undefined || latest === always) return undefined;
  const dated = new Map([...known].filter(([, { knownBy }]) => knownBy !== 'Read'));
  // A step without a date may have been there always.
  const earliest = wholeSince(steps, { subject, object }, step => dated.get(step)?.time ?? always);
  const exact = earliest === latest ? dated.values().find(({ time }) => time === latest) : undefined;
  return { at: new Date(latest).toISOString(), knownBy: exact?.knownBy ?? 'Read' };
}

const always = Number.NEGATIVE_INFINITY;
const never = Number.POSITIVE_INFINITY;

/** Since when the first path is whole: the least time of all paths, of the greatest time of their steps. @returns undefined: there is none */
function wholeSince<Step extends Edge>(
  steps: readonly Step[],
  { subject, object }: { readonly subject: number; readonly object: number },
  timeOfStep: (step: Step) => number,
): number | undefined {
  const spread = (starts: ReadonlyMap<number, number>, kind: Edge['kind']) => {
    const times = new Map(starts);
    const from = Map.groupBy(
      steps.filter(step => step.kind === kind),
      ({ source }) => source,
    );
    // A node is followed again when an older way to it is found.
    const queue = new Set(times.keys());
    for (const node of queue) {
      queue.delete(node);
      for (const step of from.get(node) ?? []) {
        const time = Math.max(times.get(node)!, timeOfStep(step));
        if (time >= (times.get(step.target) ?? never)) continue;
        times.set(step.target, time);
        queue.add(step.target);
      }
    }
    return times;
  };
  const holders = spread(new Map([[subject, always]]), 'Membership');
  const granted = new Map<number, number>();
  for (const step of steps.filter(({ kind, source }) => kind === 'Grant' && holders.has(source))) {
    const time = Math.max(holders.get(step.source)!, timeOfStep(step));
    granted.set(step.target, Math.min(time, granted.get(step.target) ?? never));
  }
  const places = spread(granted, 'Containment');
  const asMember = object === subject ? undefined : holders.get(object);
  const first = Math.min(asMember ?? never, places.get(object) ?? never);
  return first === never ? undefined : first;
}
