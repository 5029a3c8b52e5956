// Patterns and decisions against definitions that are plainer and slower: every text of a small alphabet, one statement at a time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessLevelsOf, escalatingAmong, takesCredentials } from '../../../../connectors/aws/policy/access-levels.ts';
import { contextOf } from '../../../../connectors/aws/policy/context.ts';
import { decideAccess } from '../../../../connectors/aws/policy/decision.ts';
import { type Policy, policyOf } from '../../../../connectors/aws/policy/document.ts';
import { covers, overlaps } from '../../../../connectors/aws/policy/patterns.ts';
import { rightsOf } from '../../../../connectors/aws/policy/rights.ts';
import { isLong } from '../../../support/long-tests.ts';
import { testSeed } from '../../../support/random.ts';

const settings = { seed: testSeed(), numRuns: isLong ? 50_000 : 3000 };
const letters = ['a', 'b'];

/** Every text of up to five letters. */
const universe = Array.from({ length: 6 }, (_, length) =>
  Array.from({ length: 2 ** length }, (_unused, number) =>
    [...number.toString(2).padStart(length, '0')]
      .slice(0, length)
      .map(bit => letters[Number(bit)])
      .join(''),
  ),
).flat();

/** The definition of a pattern, as a regular expression. */
const regular = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');

const pattern = fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 4 }).map(parts => parts.join(''));

describe('patterns', () => {
  it('match a text as the regular expression does', () => {
    fc.assert(
      fc.property(pattern, fc.constantFrom(...universe), (one, text) => {
        expect(covers(one, text)).toBe(regular(one).test(text));
      }),
      settings,
    );
  });

  it('cover another pattern only when they match all that it matches, and overlap when they share a text', () => {
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        const inside = universe.filter(text => regular(other).test(text));
        const both = inside.filter(text => regular(one).test(text));
        if (covers(one, other)) expect(both).toEqual(inside);
        // A text that both match has at most as many letters as both have characters, and these are at most five where one is short.
        if (one.length + other.length <= 5) expect(overlaps(one, other)).toBe(both.length > 0);
        if (both.length > 0) expect(overlaps(one, other)).toBe(true);
      }),
      settings,
    );
  });
});

const statement = fc.record({
  Effect: fc.constantFrom('Allow', 'Allow', 'Deny'),
  actions: fc.array(pattern, { minLength: 1, maxLength: 2 }),
  isNotAction: fc.boolean(),
  resources: fc.array(pattern, { minLength: 1, maxLength: 2 }),
  isNotResource: fc.boolean(),
});
type Generated = typeof statement extends fc.Arbitrary<infer Value> ? Value : never;

const documents = fc.array(statement, { maxLength: 3 });
const policyFrom = (statements: readonly Generated[]): Policy =>
  policyOf('generated', {
    Version: '2012-10-17',
    Statement: statements.map(({ Effect, actions, isNotAction, resources, isNotResource }) => ({
      Effect,
      [isNotAction ? 'NotAction' : 'Action']: actions,
      [isNotResource ? 'NotResource' : 'Resource']: resources,
    })),
  })!;

/** The rule of AWS in one line for each step, over texts. */
function plainly(
  action: string,
  resource: string,
  identity: readonly Generated[],
  limits: readonly (readonly Generated[])[],
): boolean {
  const applies = (each: Generated) =>
    each.actions.some(text => regular(text).test(action)) !== each.isNotAction &&
    each.resources.some(text => regular(text).test(resource)) !== each.isNotResource;
  const has = (statements: readonly Generated[], effect: string) =>
    statements.some(each => each.Effect === effect && applies(each));
  if ([identity, ...limits].some(statements => has(statements, 'Deny'))) return false;
  return [identity, ...limits].every(statements => has(statements, 'Allow'));
}

const few = fc.constantFrom(...universe.filter(text => text.length <= 3));
const context = contextOf({});

describe('generated policies', () => {
  it('are decided as the plain rule decides', () => {
    fc.assert(
      fc.property(documents, fc.array(documents, { maxLength: 2 }), few, few, (identity, limits, action, resource) => {
        const layers = { identity: [policyFrom(identity)], limits: limits.map(each => [policyFrom(each)]) };
        const { effect } = decideAccess({ action, resource, context }, layers);
        expect(effect).toBe(plainly(action, resource, identity, limits) ? 'allow' : 'deny');
      }),
      settings,
    );
  });

  it('give an answer about a pattern that holds for all of it', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(documents, { maxLength: 1 }),
        pattern,
        pattern,
        (identity, limits, action, resource) => {
          const layers = { identity: [policyFrom(identity)], limits: limits.map(each => [policyFrom(each)]) };
          const { effect } = decideAccess({ action, resource, context }, layers);
          if (effect === 'unknown') return;
          const [actions, resources] = [action, resource].map(text =>
            universe.filter(each => each.length <= 3 && regular(text).test(each)),
          );
          for (const one of actions!)
            for (const other of resources!) expect(plainly(one, other, identity, limits)).toBe(effect === 'allow');
        },
      ),
      settings,
    );
  });

  it('give rights that leave out nothing that is allowed', () => {
    fc.assert(
      fc.property(documents, fc.array(documents, { maxLength: 1 }), few, few, (identity, limits, action, resource) => {
        const policy = policyFrom(identity);
        const layers = { identity: [policy], limits: limits.map(each => [policyFrom(each)]) };
        const matches = (list: readonly string[], text: string) => list.some(each => regular(each).test(text));
        const isGiven = rightsOf(policy, layers, context).some(
          right =>
            matches([right.action], action) &&
            matches([right.resource], resource) &&
            !matches(right.exceptActions, action) &&
            !matches(right.exceptResources, resource),
        );
        if (plainly(action, resource, identity, limits)) expect(isGiven).toBe(true);
      }),
      settings,
    );
  });
});

describe('access levels', () => {
  it.each([
    [['s3:GetObject'], { isRead: true }],
    [['s3:Get*', 's3:PutObject'], { isRead: true, isUpdate: true }],
    [['ec2:RunInstances'], { isCreate: true, isExecute: true }],
    [['iam:CreateAccessKey'], { isCreate: true }],
    [['ec2:TerminateInstances'], { isDelete: true }],
    [['*'], { isRead: true, isCreate: true, isUpdate: true, isDelete: true, isExecute: true, isShare: true }],
    [['s3:Frobnicate'], {}],
  ])('%j: %j', (actions, expected) => expect(accessLevelsOf(actions)).toEqual(expected));

  it('actions that give further access are found in patterns', () => {
    expect(escalatingAmong('iam:pass*')).toEqual(['iam:PassRole']);
    expect(escalatingAmong('s3:*')).toEqual([]);
    expect(escalatingAmong('*').length).toBeGreaterThan(30);
    expect([takesCredentials('iam:*'), takesCredentials('iam:PassRole')]).toEqual([true, false]);
  });
});
