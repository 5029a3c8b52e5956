// The packed query that finds who became an administrator, on grants that change.
import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const record = (type: string, id: string, fields: Record<string, unknown> = {}): SourceRecord => ({
  ...sampleRecord(resourceOf(type)!, 0),
  id,
  ...fields,
});
const accounts = ['promoted', 'enabled', 'allowed', 'demoted', 'renamed', 'before', 'new'];
/** Each account has a grant of its own. */
const grant = (account: string, reasonSpecificData: Record<string, unknown>) =>
  record('EntityAssignedAccessToObject', `of-${account}`, {
    ...{ entityId: account, entityType: 'Account' },
    ...{ assignedObjectId: 'bank', assignedObjectType: 'AssignedApplication' },
    entitlementSpecification: { reason: 'AccessControl', reasonSpecificData },
  });
const privileged = { type: 'Grant', permissions: { isPrivileged: true } };
const script = (grants: Record<string, Record<string, unknown>>): Script => ({
  Account: pagesOf(accounts.map(alias => record('Account', alias, { alias, type: 'User', isAdmin: false }))),
  AssignedApplication: pagesOf([record('AssignedApplication', 'bank', { name: 'bank' })]),
  EntityAssignedAccessToObject: pagesOf(Object.entries(grants).map(([account, of]) => grant(account, of))),
});

let test: TestService;
const times: string[] = [];
async function synced(grants: Parameters<typeof script>[0]): Promise<void> {
  test.scripts.set('app', script(grants));
  await test.sync(['app'], true);
  times.push((await test.get('/v1/changes')).body.until.generatedAt);
}

beforeAll(async () => {
  test = await startService({ sources: { app: {} } });
  const before = {
    promoted: { type: 'Grant', permissions: { isPrivileged: false } },
    enabled: { ...privileged, enabled: false },
    allowed: { ...privileged, type: 'Denial' },
    demoted: privileged,
    renamed: privileged,
    before: { type: 'Grant' },
  };
  await synced(before);
  await synced({ ...before, before: privileged });
  await synced({
    promoted: privileged,
    enabled: { ...privileged, enabled: true },
    allowed: privileged,
    demoted: { type: 'Grant', permissions: { isPrivileged: false } },
    renamed: { ...privileged, name: 'Owner' },
    before: privileged,
    new: privileged,
  });
});
afterAll(() => test?.close());

/** Username → time of each account that gained privileges by a grant since a time. */
async function gained(since: string): Promise<Record<string, string>> {
  const query_string = fs.readFileSync('sql/queries/who_gained_admin.sql', 'utf8');
  const response = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: { authorization: `Bearer ${await test.token()}` },
    payload: { query_string, parameters: { since } },
  });
  const { rows } = response.json() as { rows: string[][] };
  expect(rows.every(row => row[4] === 'grant')).toBe(true);
  return Object.fromEntries(rows.map(row => [row[1], new Date(`${row[6]}`).toISOString()]));
}

it('counts a grant that became privileged or begins to apply, with the time of this change', async () => {
  const [, second, third] = times.map(time => new Date(time).toISOString());
  const last = Object.fromEntries(['promoted', 'enabled', 'allowed', 'new'].map(alias => [alias, third]));
  expect(await gained(times[2]!)).toEqual(last);
  expect(await gained(times[1]!)).toEqual({ ...last, before: second });
});
