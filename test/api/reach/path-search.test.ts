// The search for paths, compared with the definition: follow memberships, then one grant, then containments; denials of any holder
// take permissions away.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edge, findPaths } from '../../../src/api/reach/path-search.ts';

const account = 0;
const object = 99;
// Containers are 1 to 9, places 90 to 99.
const membership = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })).map(([source, target]) => ({
  kind: 'Membership' as const,
  source,
  target,
  permissions: 0,
}));
const containment = fc
  .tuple(fc.integer({ min: 90, max: 99 }), fc.integer({ min: 90, max: 99 }))
  .map(([source, target]) => ({ kind: 'Containment' as const, source, target, permissions: 0 }));
const assignment = fc
  .tuple(
    fc.constantFrom('Grant' as const, 'Grant' as const, 'Denial' as const),
    fc.nat(9),
    fc.integer({ min: 90, max: 99 }),
    fc.constantFrom(2, 4, 6, 64 + 2, 128, 255),
  )
  .map(([kind, source, target, permissions]) => ({ kind, source, target, permissions }));
const graph = fc
  .tuple(
    fc.array(membership, { maxLength: 25 }),
    fc.array(containment, { maxLength: 12 }),
    fc.array(assignment, { maxLength: 10 }),
  )
  .map(lists => lists.flat() as Edge[]);

/** Everything that edges of a kind lead to, found by following each step again and again. */
function closure(start: number, edges: readonly Edge[], kind: Edge['kind'], backwards = false): Set<number> {
  const found = new Set([start]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const edge of edges) {
      const [from, to] = backwards ? [edge.target, edge.source] : [edge.source, edge.target];
      if (edge.kind === kind && found.has(from)) found.add(to);
    }
  }
  return found;
}

function permissionsByDefinition(edges: readonly Edge[]): number {
  const holders = closure(account, edges, 'Membership');
  const places = closure(object, edges, 'Containment', true);
  const holding = edges.filter(({ source, target }) => holders.has(source) && places.has(target));
  const bits = (kind: string) => holding.filter(edge => edge.kind === kind).map(({ permissions }) => permissions);
  const denied = bits('Denial').reduce((all, one) => all | one, 0);
  return bits('Grant')
    .map(granted => granted & ~denied)
    .filter(left => (left & ~64) !== 0)
    .reduce((all, one) => all | one, 0);
}

describe('paths', () => {
  it('exist exactly where there is access, and together give its permissions', () => {
    fc.assert(
      fc.property(graph, edges => {
        const found = findPaths(edges, account, object, 100_000);
        expect(found.isComplete).toBe(true);
        expect(found.permissions).toBe(permissionsByDefinition(edges));
        expect(found.paths.reduce((all, path) => all | path.permissions, 0)).toBe(found.permissions);
      }),
      { numRuns: 300 },
    );
  });

  it('lead from the account to the object without passing anything twice, the shortest first, each once', () => {
    fc.assert(
      fc.property(graph, edges => {
        const { paths } = findPaths(edges, account, object, 100_000);
        for (const { steps } of paths) {
          const passed = [account, ...steps.map(step => step.target)];
          expect(steps.map(step => step.source)).toEqual(passed.slice(0, -1));
          expect(new Set(passed).size).toBe(passed.length);
          expect(passed.at(-1)).toBe(object);
          expect(steps.map(step => step.kind[0]).join('')).toMatch(/^M*GC*$/);
        }
        const lengths = paths.map(({ steps }) => steps.length);
        expect(lengths).toEqual(lengths.toSorted((left, right) => left - right));
        const keys = paths.map(({ steps }) => steps.map(step => edges.indexOf(step)).join());
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 300 },
    );
  });

  it('have as critical steps exactly the memberships and grants whose removal ends the access', () => {
    fc.assert(
      fc.property(graph, edges => {
        const { critical, permissions } = findPaths(edges, account, object, 5);
        const ending = edges.filter(
          edge =>
            permissions !== 0 &&
            (edge.kind === 'Membership' || edge.kind === 'Grant') &&
            permissionsByDefinition(edges.filter(other => other !== edge)) === 0,
        );
        expect(new Set(critical)).toEqual(new Set(ending));
      }),
      { numRuns: 300 },
    );
  });

  it('do not depend on the order of the edges', () => {
    fc.assert(
      fc.property(graph, fc.infiniteStream(fc.nat()), (edges, numbers) => {
        const mixed = edges
          .map(edge => [numbers.next().value as number, edge] as const)
          .sort(([left], [right]) => left - right)
          .map(([, edge]) => edge);
        const shape = (all: readonly Edge[]) => {
          const found = findPaths(all, account, object, 100_000);
          const lengths = found.paths.map(path => `${path.steps.length} ${path.permissions}`);
          return [found.permissions, lengths.sort(), new Set(found.critical.map(edge => edges.indexOf(edge)))];
        };
        expect(shape(mixed)).toEqual(shape(edges));
      }),
      { numRuns: 100 },
    );
  });

  it('are as many as were asked for, which is said', () => {
    const edges: Edge[] = [1, 2, 3].flatMap(holder => [
      { kind: 'Membership' as const, source: account, target: holder, permissions: 0 },
      { kind: 'Grant' as const, source: holder, target: object, permissions: 2 },
    ]);
    expect(findPaths(edges, account, object, 2)).toMatchObject({ isComplete: false, critical: [] });
    expect(findPaths(edges, account, object, 2).paths).toHaveLength(2);
    expect(findPaths(edges, account, object, 3)).toMatchObject({ isComplete: true });
  });

  it('are found in a group of ten thousand groups that all lie in each other', () => {
    const ring: Edge[] = Array.from({ length: 10_000 }, (_, index) => [
      { kind: 'Membership' as const, source: index, target: (index + 1) % 10_000, permissions: 0 },
      { kind: 'Membership' as const, source: index, target: (index + 7) % 10_000, permissions: 0 },
    ]).flat();
    const far = { kind: 'Grant' as const, source: 700, target: 20_000, permissions: 2 };
    const found = findPaths([...ring, far], account, 20_000, 3);
    // A hundred steps of seven groups and the grant; the next paths take seven single steps instead of one of these.
    expect(found.paths.map(({ steps }) => steps.length)).toEqual([101, 107, 107]);
    expect(found.critical).toEqual([far]);
  });
});
