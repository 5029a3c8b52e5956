// Since when access exists, compared with the definition: of each path the greatest time of its steps, of all paths the least.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessAge, ageOfAccess } from '../../../src/api/reach/access-age.ts';
import { findPaths } from '../../../src/api/reach/path-search.ts';
import type { BetweenEdge } from '../../../src/lookups/between.ts';

const subject = 0;
const object = 99;
const end = { objectId: '', objectType: 'Account', objectName: null };
const days = Array.from({ length: 4 }, (_, index) => `2026-01-0${index + 1}T00:00:00.000Z`);

interface DatedEdge extends BetweenEdge {
  readonly age: AccessAge | undefined;
}

const age = fc.option(
  fc.record({ at: fc.constantFrom(...days), knownBy: fc.constantFrom('Source', 'History', 'Read') }),
  { nil: undefined, freq: 15 },
);
const between = (low: number, high: number) => fc.integer({ min: low, max: high });
// Containers are 1 to 5, places 95 to 99.
const edge = fc.oneof(
  fc.record({
    kind: fc.constant('Membership'),
    source: between(0, 5),
    target: between(1, 5),
    permissions: fc.constant(0),
    age,
  }),
  fc.record({
    kind: fc.constantFrom('Grant', 'Grant', 'Grant', 'Denial'),
    source: between(0, 5),
    target: between(95, 99),
    permissions: fc.constantFrom(2, 4, 6),
    age,
  }),
  fc.record({
    kind: fc.constant('Containment'),
    source: between(95, 99),
    target: between(95, 99),
    permissions: fc.constant(0),
    age: fc.constant(undefined),
  }),
);
const edges = fc.array(edge, { maxLength: 20 }).map(list =>
  list.map(
    (each, index): DatedEdge => ({
      ...(each as Pick<DatedEdge, 'kind' | 'source' | 'target' | 'permissions' | 'age'>),
      ...{ id: each.kind === 'Containment' ? null : String(index), from: end, to: end },
    }),
  ),
);

const ageOf = (list: readonly DatedEdge[]) =>
  ageOfAccess(
    { subject, object, edges: list, isCut: false },
    new Map(list.flatMap(({ id, age: of }) => (id !== null && of ? [[id, of]] : []))),
  );

/** The latest and the earliest time since when access may exist. */
function timesByDefinition(list: readonly DatedEdge[]) {
  const { paths } = findPaths(list, subject, object, 100_000);
  const time = (timeOf: (step: DatedEdge) => number) =>
    Math.min(
      ...paths.map(({ steps }) =>
        Math.max(...steps.filter(({ kind }) => kind !== 'Containment').map(step => timeOf(step))),
      ),
    );
  return {
    latest: time(step => (step.age ? Date.parse(step.age.at) : Number.POSITIVE_INFINITY)),
    earliest: time(step =>
      step.age && step.age.knownBy !== 'Read' ? Date.parse(step.age.at) : Number.NEGATIVE_INFINITY,
    ),
  };
}

describe('the age of access', () => {
  it('is that of the first path that is whole', () => {
    fc.assert(
      fc.property(edges, list => {
        const found = ageOf(list);
        const { latest, earliest } = timesByDefinition(list);
        if (!Number.isFinite(latest)) {
          expect(found).toBeUndefined();
          return;
        }
        expect(found!.at).toBe(new Date(latest).toISOString());
        expect(found!.knownBy === 'Read').toBe(earliest !== latest);
      }),
      { numRuns: 1000 },
    );
  });

  it('is not said when not all relationships were read, or an end is not visible', () => {
    const grant: DatedEdge = {
      ...{ kind: 'Grant', source: subject, target: object, permissions: 2, id: '0', from: end, to: end },
      age: { at: days[0]!, knownBy: 'Source' },
    };
    const ages = new Map([['0', grant.age!]]);
    const pair = { subject, object, edges: [grant], isCut: false };
    expect(ageOfAccess(pair, ages)).toEqual({ at: days[0], knownBy: 'Source' });
    expect(ageOfAccess({ ...pair, isCut: true }, ages)).toBeUndefined();
    expect(ageOfAccess({ ...pair, subject: null }, ages)).toBeUndefined();
  });
});
