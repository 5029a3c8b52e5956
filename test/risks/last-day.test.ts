// Whether an account was used after the last day of work of its person: dates have no time, and days begin at other moments elsewhere.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOf } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const lastDay = '2026-03-31T00:00:00Z';

/** Name → when the account was used, and whether that was after the last day in every time zone, in none, or in some (null). */
const uses: Record<string, readonly [string | undefined, boolean | null]> = {
  never: [undefined, null],
  // The zero value of Go and .NET.
  'never, as year 1': ['0001-01-01T00:00:00Z', null],
  'never, as year 1 in a zone': ['0001-01-01T01:00:00+01:00', null],
  'on the day, as a date': ['2026-03-31T00:00:00Z', false],
  'on the day, in the morning': ['2026-03-31T07:15:00Z', false],
  'on the evening in Los Angeles': ['2026-04-01T03:00:00Z', null],
  'before the day ended in Kiritimati': ['2026-03-31T09:59:59Z', false],
  'after it ended in Kiritimati only': ['2026-03-31T10:30:00Z', null],
  'the day after, as a date': ['2026-04-01T00:00:00Z', true],
  'the day after, everywhere': ['2026-04-01T12:00:00Z', true],
  'months later': ['2026-06-02T08:00:00Z', true],
};

let test: TestService;
beforeAll(async () => {
  const names = Object.keys(uses);
  const emailOf = (index: number) => `person${index}@acme.example`;
  test = await startService({
    sources: {
      hr: {
        Employee: pagesOf(
          names.map((name, index) => ({
            id: `e${index}`,
            name,
            email: emailOf(index),
            employmentStatus: 'Terminated',
            terminationDate: lastDay,
          })),
        ),
      },
      app: {
        Account: pagesOf(
          names.map((name, index) => ({
            id: name,
            alias: name,
            email: emailOf(index),
            type: 'User',
            enabled: true,
            ...(uses[name]![0] !== undefined && { lastActivityDate: uses[name]![0] }),
          })),
        ),
      },
    },
  });
  await test.sync();
});
afterAll(() => test.close());

it('is not served for a time that means never', async () => {
  const accounts = await test.everyItem('/v1/accounts');
  const withUse = accounts.filter(({ lastActivityDate }) => lastActivityDate !== undefined);
  expect(withUse).toHaveLength(Object.keys(uses).length - 3);
});

it('is the same in SQL and in the evidence of the risk', async () => {
  const { statusCode, body } = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: { authorization: `Bearer ${await test.token()}`, 'content-type': 'application/json' },
    payload: JSON.stringify({
      query_string: `SELECT account_alias, used_after_last_day FROM person_accounts WHERE employment_status = 'Terminated'`,
    }),
  });
  expect(statusCode, body).toBe(200);
  const expected = Object.fromEntries(Object.entries(uses).map(([name, [, answer]]) => [name, answer]));
  expect(Object.fromEntries(JSON.parse(body).rows)).toEqual(expected);
  const violations = (await test.everyItem('/v1/risk-violations')).filter(({ ruleId, riskDefinitionId, id }) =>
    `${ruleId} ${riskDefinitionId} ${id}`.includes('leaver_with_enabled_account'),
  );
  const accounts = new Map((await test.everyItem('/v1/accounts')).map(({ globalId, alias }) => [globalId, alias]));
  const evidence = violations.map(({ globalEntityId, evidence }) => [
    accounts.get(globalEntityId),
    evidence.find(({ name }: { name: string }) => name === 'usedAfterLeaving')?.value ?? null,
  ]);
  expect(Object.fromEntries(evidence)).toEqual(expected);
});
