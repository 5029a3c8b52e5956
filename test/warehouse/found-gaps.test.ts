// What the build finds wrong in the data of a source: the ledger says it, and the rows are served as they are.
import { afterEach, expect, it } from 'vitest';
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

let test: TestService;
afterEach(() => test.close());

const record = (type: string, id: string, fields: Record<string, unknown> = {}): SourceRecord => ({
  ...sampleRecord(resourceOf(type)!, 0),
  id,
  ...fields,
});

/** Type → the messages of its gaps, after a sync. */
async function gapsOf(script: Script): Promise<Record<string, string[]>> {
  test.scripts.set('app', script);
  const { runs, build } = await test.sync();
  expect(build, JSON.stringify(build?.findings)).toMatchObject({ status: 'Published', error: null });
  const { body } = await test.get(`/v1/sync-runs/${runs[0]!.run_id}`);
  const found = (body.reads as Item[]).filter(({ gaps }) => gaps.length > 0);
  return Object.fromEntries(found.map(({ type, gaps }) => [type, gaps.map((gap: Item) => gap.message).sort()]));
}

const department = (id: string, parentId: string, childId: string) =>
  record('DepartmentContainsDepartment', id, { parentId, childId });
const owner = (objectType: string, objectId: string, isFederated = false) => ({
  objectType,
  objectId,
  federationInformation: isFederated ? { isFederated, authenticationKey: 'k' } : { isFederated },
});
const referring: Script = {
  Department: pagesOf([record('Department', 'top'), record('Department', 'sales')]),
  DepartmentContainsDepartment: pagesOf([
    department('known', 'top', 'sales'),
    department('no-parent', 'ghost', 'sales'),
    department('no-child', 'top', 'ghost'),
  ]),
  Employee: pagesOf([
    record('Employee', 'ann', { departmentId: 'top' }),
    record('Employee', 'ben', { managerEmployeeId: 'ann', departmentId: 'ghost' }),
    record('Employee', 'cem', { managerEmployeeId: 'ghost' }),
  ]),
  Account: pagesOf([
    record('Account', 'a1'),
    record('Account', 'a2', { createdBy: 'a1' }),
    record('Account', 'a3', { createdBy: 'ghost' }),
    record('Account', 'a4', {
      createdBy: 'elsewhere',
      createdByFederation: { isFederated: true, authenticationKey: 'k' },
    }),
  ]),
  AuthenticatorEnrollment: pagesOf([
    record('AuthenticatorEnrollment', 'e1', { accountKey: 'a1' }),
    record('AuthenticatorEnrollment', 'e2', { accountKey: 'ghost' }),
  ]),
  ResourceInstance: pagesOf([
    record('ResourceInstance', 'r1', { ownerAccountIds: ['a1'] }),
    record('ResourceInstance', 'r2', { ownerAccountIds: ['a1', 'ghost', 'phantom'] }),
  ]),
  // Roles are not read, so nothing is known of them.
  UserGroup: pagesOf([
    record('UserGroup', 'g1', { owners: [owner('Account', 'a1'), owner('UserGroup', 'g1'), owner('Role', 'ghost')] }),
    record('UserGroup', 'g2', { owners: [owner('Account', 'ghost'), owner('Account', 'elsewhere', true)] }),
  ]),
  Activity: pagesOf([
    record('Activity', 'v1', { actorAccountId: 'a1', targetObjectType: 'ResourceInstance', targetObjectId: 'r1' }),
    record('Activity', 'v2', {
      actorAccountId: 'ghost',
      targetObjectType: 'ResourceInstance',
      targetObjectId: 'ghost',
    }),
    record('Activity', 'v3', { actorAccountId: 'a1', targetObjectType: 'Role', targetObjectId: 'ghost' }),
  ]),
};

it('counts the references to objects that do not exist, and keeps the rows', async () => {
  test = await startService({ sources: { app: {} } });
  expect(await gapsOf(referring)).toEqual({
    DepartmentContainsDepartment: [
      '1 departments contain departments that were not read',
      '1 departments lie in departments that were not read',
    ],
    Employee: ['1 employees belong to departments that were not read', '1 employees have managers that were not read'],
    Account: ['1 accounts were made by accounts that were not read'],
    AuthenticatorEnrollment: ['1 enrollments are of accounts that were not read'],
    ResourceInstance: ['2 owners of resources are accounts that were not read'],
    UserGroup: ['1 owners of groups are objects that were not read'],
    Activity: ['1 activities are of accounts that were not read', '1 activities are on objects that were not read'],
  });
  const [employees, edges] = await Promise.all([
    test.everyItem('/v1/employees'),
    test.everyItem('/v1/department-contains-department'),
  ]);
  expect(
    employees
      .map(({ managerEmployeeId }) => managerEmployeeId)
      .filter(Boolean)
      .sort(),
  ).toEqual(['ann', 'ghost']);
  expect(edges).toHaveLength(3);
});

it('counts no reference to objects of which not all were read', async () => {
  test = await startService({ sources: { app: {} } });
  const gap = { reason: 'forbidden', subject: 'accounts', message: '403', missing: 'objects' } as const;
  const found = await gapsOf({
    ...referring,
    *Account(): Generator<Page> {
      yield { records: [record('Account', 'a1'), record('Account', 'a3', { createdBy: 'ghost' })], gaps: [gap] };
    },
  });
  expect(found).toMatchObject({
    Account: ['403'],
    Employee: [expect.any(String), expect.any(String)],
    Activity: ['1 activities are on objects that were not read'],
  });
  expect(Object.keys(found).sort()).toEqual(['Account', 'Activity', 'DepartmentContainsDepartment', 'Employee']);
});

const day = 86_400_000;
const from = (days: number) => new Date(Date.now() + days * day).toISOString();

it('ignores times in the future, says so, and serves them as they are', async () => {
  test = await startService({ sources: { app: {} } });
  const key = { type: 'Token', subType: 'ApiKey', enabled: true };
  const found = await gapsOf({
    Account: pagesOf([
      record('Account', 'late', {
        enabled: true,
        lastActivityDate: '2099-01-01T00:00:00Z',
        createdDate: '2030-01-01T00:00:00Z',
      }),
      record('Account', 'long-ago', { enabled: true, lastActivityDate: from(-100), createdDate: from(-200) }),
      record('Account', 'fast-clock', { enabled: true, lastActivityDate: from(0.5), createdDate: from(-200) }),
      record('Account', 'key', { ...key, lastActivityDate: from(400), createdDate: from(-200) }),
      record('Account', 'acted', { enabled: true, lastActivityDate: from(-50), createdDate: from(-200) }),
      record('Account', 'password', { enabled: true, lastPasswordChangedDate: from(30), createdDate: from(-200) }),
    ]),
    Activity: pagesOf([
      record('Activity', 'future', { actorAccountId: 'acted', occurredAt: from(2), outcome: 'Success' }),
      record('Activity', 'past', { actorAccountId: 'acted', occurredAt: from(-40), outcome: 'Success' }),
    ]),
  });
  expect(found).toEqual({
    Account: [
      '1 accounts: createdDate is in the future and is ignored',
      '1 accounts: lastPasswordChangedDate is in the future and is ignored',
      '2 accounts: lastActivityDate is in the future and is ignored',
    ],
    Activity: ['1 activities: occurredAt is in the future and is ignored'],
  });
  const accounts = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item]));
  const shown = (id: string) => {
    const item = accounts.get(id)!;
    return [item.analyticsDaysSinceLastActivity, item.analyticsIsDormant, item.analyticsDormantDaysIsLowerBound];
  };
  // The activity data begin a hundred days ago.
  expect(Object.fromEntries([...accounts.keys()].map(id => [id, shown(id)]))).toEqual({
    late: [100, true, true],
    'long-ago': [100, true, false],
    'fast-clock': [0, false, false],
    key: [100, true, true],
    acted: [40, true, false],
    password: [100, true, true],
  });
  expect(accounts.get('late')).toMatchObject({
    lastActivityDate: '2099-01-01T00:00:00Z',
    createdDate: '2030-01-01T00:00:00Z',
  });
  const violations = await test.everyItem('/v1/risk-violations');
  const ofKey = violations.filter(({ entityId }) => entityId === 'key');
  expect(ofKey.map(({ riskDefinitionId }) => riskDefinitionId)).toContain('unused_key');
});

it('says which records of employees contradict themselves', async () => {
  test = await startService({ sources: { app: {} } });
  const employee = (id: string, employmentStatus: string, hireDate: number, terminationDate?: number) =>
    record('Employee', id, {
      ...{ employmentStatus, hireDate: from(hireDate) },
      ...(terminationDate !== undefined && { terminationDate: from(terminationDate) }),
    });
  const found = await gapsOf({
    Employee: pagesOf([
      employee('works', 'Active', -900),
      employee('leaves-soon', 'Active', -900, 30),
      employee('left', 'Terminated', -900, -30),
      employee('on-notice', 'Terminated', -900, 60),
      employee('before-the-first-day', 'Active', -30, -900),
      employee('for-ever', 'Terminated', -900, 20_000),
    ]),
  });
  expect(found).toEqual({
    Employee: [
      '1 employees are Active, and their last day of work is before their first',
      '1 employees are Terminated, and their last day of work is more than a year in the future',
    ],
  });
  expect(await test.everyItem('/v1/employees')).toHaveLength(6);
});
