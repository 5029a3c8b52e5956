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
