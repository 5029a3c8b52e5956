// A source whose connector asks some accounts only for their second factors: nothing is claimed of the others, here and in the
// applications of the same person.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const account = (alias: string, isAdmin: boolean): SourceRecord => ({
  ...{ id: alias, alias, email: `${alias}@acme.example`, type: 'User', enabled: true, isAdmin },
  authenticationFunctions: ['Identity'],
});

/** Who was asked for enrollments; undefined: everybody. */
const enrollments = (asked: readonly string[] | undefined) =>
  function* (): Generator<Page> {
    const ids = ['ben', 'staff'];
    const records = ids.map(id => ({ id, accountKey: id, enrollmentStatus: 'Active' }));
    const gap = { reason: 'unsupported', subject: 'enrollments_of', message: 'is administrators' } as const;
    yield {
      records: records.filter(({ id }) => asked?.includes(id) ?? true),
      ...(asked && { gaps: [{ ...gap, missing: 'fields', except: { field: 'accountKey', is: asked } } as const] }),
    };
  };

const provider = (asked?: readonly string[]) => ({
  Account: pagesOf([
    account('ann', true),
    account('ben', true),
    account('cem', true),
    ...['dee', 'eve', 'staff'].map(alias => account(alias, false)),
  ]),
  AuthenticatorEnrollment: enrollments(asked),
});

let test: TestService;
beforeAll(async () => {
  const application = { Account: pagesOf(['dee', 'eve', 'staff'].map(alias => account(alias, true))) };
  test = await startService({ sources: { provider: provider(['ann', 'ben', 'eve']), application } });
});
afterAll(() => test?.close());

async function withoutSecondFactor(): Promise<string[]> {
  expect((await test.sync([], true)).build?.status).toBe('Published');
  const violations = await test.everyItem('/v1/risk-violations');
  return violations
    .filter(({ riskDefinitionId }) => riskDefinitionId === 'administrator_without_mfa')
    .map(({ entityId }) => entityId)
    .toSorted();
}

it('claims only of those that were asked that they have none', async () => {
  expect(await withoutSecondFactor()).toEqual(['ann', 'eve']);
});

it('claims it of everybody when everybody was asked', async () => {
  test.scripts.set('provider', provider());
  expect(await withoutSecondFactor()).toEqual(['ann', 'cem', 'dee', 'eve']);
});
