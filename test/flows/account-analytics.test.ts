// The counts and dates that are computed for accounts: dormancy, memberships, applications, risk violations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastResults } from '../../src/cli/doctor/doctor.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { daysAgo as ago } from '../support/days.ts';
import { type ModelDatabase, openModels } from '../support/model-database.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

const record = (type: string, id: string, fields: Record<string, unknown>) => {
  // Required fields only, without activity.
  const {
    lastActivityDate: _,
    createdDate: __,
    ...sample
  } = sampleRecord(resourceOf(type)!, 0) as Record<string, unknown>;
  return { ...sample, id, ...fields };
};
const membership = (member: string, memberType: string, container: string, type: string) =>
  record('EntityManagedViaObject', `${member}-${container}`, {
    entityId: member,
    entityType: memberType,
    managedViaObjectId: container,
    managedViaObjectType: type,
  });
const grant = (holder: string, type: string, application: string, denied = false) =>
  record('EntityAssignedAccessToObject', `${holder}-${application}`, {
    entityId: holder,
    entityType: type,
    assignedObjectId: application,
    assignedObjectType: 'AssignedApplication',
    entitlementSpecification: { reason: 'AccessControl', reasonSpecificData: { type: denied ? 'Denial' : 'Grant' } },
  });
const violation = (id: string, account: string, severity: string, status: string) =>
  record('RiskViolation', id, { entityId: account, entityType: 'Account', severity, status, riskDefinitionId: 'rule' });

const rich: Script = {
  Account: pagesOf([
    record('Account', 'active', { lastActivityDate: ago(3), createdDate: ago(900) }),
    record('Account', 'edge', { lastActivityDate: ago(30), createdDate: ago(900) }),
    record('Account', 'acted', { lastActivityDate: ago(200), createdDate: ago(900) }),
    record('Account', 'silent', { createdDate: ago(500) }),
    record('Account', 'young', { createdDate: ago(5) }),
    record('Account', 'undated', {}),
  ]),
  UserGroup: pagesOf(['inner', 'outer', 'other'].map(id => record('UserGroup', id, { name: id }))),
  Role: pagesOf([record('Role', 'reader', { name: 'reader' })]),
  EntityManagedViaObject: pagesOf([
    membership('active', 'Account', 'inner', 'UserGroup'),
    membership('active', 'Account', 'outer', 'UserGroup'),
    membership('inner', 'UserGroup', 'outer', 'UserGroup'),
    membership('outer', 'UserGroup', 'reader', 'Role'),
    membership('edge', 'Account', 'other', 'UserGroup'),
  ]),
  AssignedApplication: pagesOf(['wiki', 'mail', 'bank'].map(id => record('AssignedApplication', id, { name: id }))),
  EntityAssignedAccessToObject: pagesOf([
    grant('active', 'Account', 'wiki'),
    grant('inner', 'UserGroup', 'wiki'),
    grant('reader', 'Role', 'mail'),
    grant('active', 'Account', 'bank', true),
  ]),
  Activity: pagesOf([
    record('Activity', 'seen', { actorAccountId: 'acted', occurredAt: ago(10), outcome: 'Success' }),
    record('Activity', 'failed', { actorAccountId: 'silent', occurredAt: ago(1), outcome: 'Failure' }),
    record('Activity', 'old', { actorAccountId: 'active', occurredAt: ago(400), outcome: 'Success' }),
  ]),
  RiskViolation: pagesOf([
    violation('v1', 'active', 'Medium', 'Open'),
    violation('v2', 'active', 'High', 'Open'),
    violation('v3', 'active', 'Critical', 'Resolved'),
    violation('v4', 'edge', 'Low', 'Suppressed'),
  ]),
};
const bare: Script = {
  Account: pagesOf([record('Account', 'alone', {}), record('Account', 'dated', { createdDate: ago(500) })]),
};

describe('an account', () => {
  let test: TestService;
  let accounts: Map<string, Item>;
  beforeAll(async () => {
    test = await startService({ sources: { rich, bare } });
    await test.sync();
    accounts = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item]));
  });
  afterAll(() => test.close());

  const analytics = (id: string, ...names: string[]) => names.map(name => accounts.get(id)[`analytics${name}`]);

  it.each([
    ['active', 3, false, false],
    ['edge', 30, true, false],
    ['acted', 10, false, false],
    // Activity is known for 400 days, less than the account has been there: what it did before, nobody knows.
    ['silent', 400, true, true],
    // It has been there for less time than activity is known: before, it can have done nothing.
    ['young', 5, false, true],
    ['undated', 400, true, true],
  ])('%s was not used for %i days', (id, ...expected) => {
    expect(analytics(id, 'DaysSinceLastActivity', 'IsDormant', 'DormantDaysIsLowerBound')).toEqual(expected);
  });

  it.each([
    ['active', 1, 2, 2],
    ['edge', 0, 1, 0],
    ['silent', 0, 0, 0],
  ])('%s has roles, groups and applications, each once, nesting included', (id, ...expected) => {
    expect(analytics(id, 'RoleCount', 'UserGroupCount', 'AssignedApplicationCount')).toEqual(expected);
  });

  it.each([
    ['active', 2, 'High'],
    ['edge', 0, 'None'],
  ])('%s has open violations and a posture', (id, ...expected) => {
    expect(analytics(id, 'RiskViolationCount', 'AccessRiskPosture')).toEqual(expected);
  });

  it('has no count where its source lands nothing to count, and no days where it lands no activity', () => {
    // The service's own rules are checked for every account.
    const always = ['analyticsAccessRiskPosture', 'analyticsRiskViolationCount'];
    for (const id of ['alone', 'dated']) {
      expect(Object.keys(accounts.get(id)).filter(name => name.startsWith('analytics'))).toEqual(always);
    }
  });
});

describe('what an account reaches', () => {
  const entitled = (holder: string, type: string, application: string, data: Record<string, unknown>, id = '') =>
    record('EntityAssignedAccessToObject', `${holder}-${application}${id}`, {
      entityId: holder,
      entityType: type,
      assignedObjectId: application,
      assignedObjectType: 'AssignedApplication',
      entitlementSpecification: { reason: 'AccessControl', reasonSpecificData: data },
    });
  let test: TestService;
  let models: ModelDatabase;

  beforeAll(async () => {
    const accounts = ['two', 'disabled', 'denied', 'denied-by-group', 'denial-off', 'ghost', 'strange-group'];
    test = await startService({
      sources: {
        app: {
          Account: pagesOf(accounts.map(id => record('Account', id, {}))),
          UserGroup: pagesOf([record('UserGroup', 'staff', { name: 'staff' })]),
          Role: pagesOf([record('Role', 'reader', { name: 'reader' })]),
          EntityManagedViaObject: pagesOf([
            membership('two', 'Account', 'staff', 'UserGroup'),
            membership('denied-by-group', 'Account', 'staff', 'UserGroup'),
            membership('staff', 'UserGroup', 'reader', 'Role'),
            membership('strange-group', 'Account', 'unread', 'UserGroup'),
            membership('strange-group', 'Account', 'unread', 'Role'),
          ]),
          AssignedApplication: pagesOf(
            ['wiki', 'mail', 'bank'].map(id => record('AssignedApplication', id, { name: id })),
          ),
          EntityAssignedAccessToObject: pagesOf([
            entitled('two', 'Account', 'wiki', { type: 'Grant', enabled: true }),
            entitled('reader', 'Role', 'mail', { type: 'Grant' }),
            entitled('staff', 'UserGroup', 'bank', { type: 'Denial' }),
            entitled('disabled', 'Account', 'wiki', { type: 'Grant', enabled: false }),
            entitled('denied', 'Account', 'wiki', { type: 'Grant' }),
            entitled('denied', 'Account', 'wiki', { type: 'Denial' }, ' not'),
            entitled('denied-by-group', 'Account', 'bank', { type: 'Grant' }),
            entitled('denial-off', 'Account', 'wiki', { type: 'Grant' }),
            entitled('denial-off', 'Account', 'wiki', { type: 'Denial', enabled: false }, ' not'),
            entitled('ghost', 'Account', 'nowhere', { type: 'Grant' }),
            entitled('ghost', 'Account', 'gone', { type: 'Grant' }),
            entitled('strange-group', 'Account', 'wiki', { type: 'Grant' }),
          ]),
        },
      },
    });
    await test.sync();
    models = await openModels(test);
  });
  afterAll(async () => {
    models?.close();
    await test?.close();
  });

  it('counts applications that were read, by grants in force that no denial takes away', async () => {
    const accounts = await test.everyItem('/v1/accounts');
    expect(Object.fromEntries(accounts.map(item => [item.id, item.analyticsAssignedApplicationCount]))).toEqual({
      two: 2,
      disabled: 0,
      denied: 0,
      'denied-by-group': 1,
      'denial-off': 1,
      ghost: 0,
      'strange-group': 1,
    });
  });

  it('counts roles and groups that were read', async () => {
    const accounts = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item]));
    expect(accounts.get('two')).toMatchObject({ analyticsRoleCount: 1, analyticsUserGroupCount: 1 });
    expect(accounts.get('strange-group')).toMatchObject({ analyticsRoleCount: 0, analyticsUserGroupCount: 0 });
  });

  it('is warned of where it was not read: by the build, doctor, and the ledger in the version', async () => {
    const { build } = await test.operator.jobs({});
    expect(build!.findings).toContainEqual(
      expect.objectContaining({ check: 'assignments_to_unknown_objects', severity: 'warn', count: 2 }),
    );
    expect(await lastResults(test.operator, 'main')).toContainEqual(
      expect.objectContaining({
        verdict: 'warning',
        message: expect.stringMatching(/to objects that were not read.* \(2\)$/),
      }),
    );
    const message = '2 access assignments are to objects that were not read';
    const [run] = (await test.get('/v1/sync-runs')).body.items;
    const { reads } = (await test.get(`/v1/sync-runs/${run.id}`)).body;
    expect(reads.filter((read: Item) => read.gaps.length > 0)).toMatchObject([
      { type: 'EntityAssignedAccessToObject', status: 'Complete', gaps: [{ message }] },
      {
        type: 'EntityManagedViaObject',
        status: 'Complete',
        gaps: [{ message: '1 memberships are in groups, roles or permission sets that were not read' }],
      },
    ]);
    expect(
      await models.rows(`SELECT status, gaps FROM source_completeness WHERE type = 'EntityAssignedAccessToObject'`),
    ).toEqual([
      { status: 'Complete', gaps: [{ reason: 'failed', subject: 'assigned objects', message, missing: 'fields' }] },
    ]);
  });
});
