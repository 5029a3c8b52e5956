// Nesting is transitive in the served data: what is in a container is in everything that the container is in.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scriptOf } from '../../support/access/graph.ts';
import { isLong } from '../../support/long-tests.ts';
import { testSeed } from '../../support/random.ts';
import { queryRows, startService, type TestService } from '../../support/service/service.ts';

const accounts = ['a0', 'a1', 'a2'];
const containers = ['g0', 'g1', 'g2', 'g3', 'r0', 'r1', 'r2', 'r3'];

/** Pairs of an inner and an outer one, each once, with cycles. */
const pairs = (inner: readonly string[], outer: readonly string[]) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...inner), fc.constantFrom(...outer)), {
    maxLength: 14,
    selector: pair => pair.join(),
  });
const graph = fc.record({
  accounts: fc.constant(accounts),
  containers: fc.constant(containers),
  memberships: pairs([...accounts, ...containers], containers),
  ...{ resources: fc.constant([]), containments: fc.constant([]), grants: fc.constant([]) },
});

let test: TestService;
beforeAll(async () => {
  const settings = { hold_back: { gone_percent: 100, rejected_percent: 100 } };
  test = await startService({ sources: { app: {} }, settings });
});
afterAll(() => test?.close());

/** Pairs that the served data lack although they follow from two others. */
const lacking = `
  WITH lies AS (SELECT DISTINCT member_id AS inside, container_id AS outside FROM memberships)
  SELECT first.inside, second.outside FROM lies AS first JOIN lies AS second ON second.inside = first.outside
  WHERE first.inside <> second.outside AND (first.inside, second.outside) NOT IN (SELECT (inside, outside) FROM lies)`;
const directlyLacking = `
  SELECT global_entity_id, global_managed_via_object_id FROM managed_via
  WHERE global_entity_id <> global_managed_via_object_id
    AND (global_entity_id, global_managed_via_object_id) NOT IN (SELECT (member_id, container_id) FROM memberships)`;

const seed = testSeed();
it(`groups in groups and roles (seed ${seed})`, { timeout: isLong ? 1_800_000 : 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(graph, async made => {
      test.scripts.set('app', scriptOf(made));
      expect((await test.sync()).build).toMatchObject({ status: 'Published', error: null });
      expect(await queryRows(test, lacking)).toEqual([]);
      expect(await queryRows(test, directlyLacking)).toEqual([]);
    }),
    { seed, numRuns: isLong ? 200 : 2 },
  );
});
