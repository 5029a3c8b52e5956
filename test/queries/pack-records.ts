// A small organisation: for each query of the pack it has records that the query must find, and similar ones that it must not find.
import type { SourceRecord } from '../../src/connector/contract.ts';
import { daysAgo as ago } from '../support/days.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';

const inDays = (days: number) => ago(-days);
const mail = (name: string) => `${name}@example.org`;
const script = (records: Record<string, readonly SourceRecord[]>): Script =>
  Object.fromEntries(Object.entries(records).map(([type, rows]) => [type, pagesOf(rows)]));

const staff = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'];

const employee = (id: string, department: string, more: object = {}) => ({
  id,
  name: id,
  email: mail(id),
  employmentStatus: 'Active',
  employmentType: 'Employee',
  department,
  ...more,
});

const hr = script({
  Employee: [
    employee('ann', 'Operations'),
    employee('bob', 'Operations', { employmentStatus: 'Terminated', terminationDate: ago(40) }),
    employee('cid', 'Operations', { employmentType: 'Contractor' }),
    employee('dee', 'Operations', { employmentType: 'Contractor' }),
    ...staff.map(id => employee(id, 'Sales')),
    ...['eva', 'eve'].map(id => employee(id, 'Law', { email: mail('law') })),
  ],
});

/** An account of a person without any problem. */
const user = (alias: string, more: object = {}) => ({
  id: alias,
  alias,
  name: alias,
  email: mail(alias.replace(/-app$/, '')),
  type: 'User',
  subType: 'Employee',
  enabled: true,
  isAdmin: false,
  ssoRequirements: 'Required',
  createdDate: ago(1000),
  lastActivityDate: ago(1),
  lastPasswordChangedDate: ago(10),
  ...more,
});

const identity = (alias: string, more: object = {}) =>
  user(alias, { authenticationFunctions: ['Identity'], ssoRequirements: 'Disabled', ...more });

const member = (entityId: string, managedViaObjectId: string, type = 'UserGroup', entityType = 'Account') => ({
  id: `${entityId} in ${managedViaObjectId}`,
  entityId,
  entityType,
  managedViaObjectId,
  managedViaObjectType: type,
});

const enrollment = (accountKey: string, enrollmentStatus: string) => ({
  id: `enrollment of ${accountKey}`,
  accountKey,
  enrollmentStatus,
});

const signIn = (actorAccountId: string, outcome: string, index: number) => ({
  id: `${actorAccountId} ${index}`,
  eventType: 'sign-in',
  category: 'Login',
  occurredAt: ago(index),
  outcome,
  actorAccountId,
});

const keys = (...authenticationKeys: string[]) => ({ authenticationRequirements: { authenticationKeys } });

const idp = script({
  Account: [
    identity('ann', { isAdmin: true }),
    identity('bob', { enabled: false }),
    identity('cid', { isAdmin: true, lastActivityDate: ago(100), lastPasswordChangedDate: ago(400) }),
    identity('dee', { lastActivityDate: ago(100), lastPasswordChangedDate: ago(364) }),
    identity('desk', { subType: 'Shared', lastPasswordChangedDate: ago(300) }),
    identity('old-desk', { subType: 'Shared', enabled: false }),
    ...staff.map(id => identity(id)),
  ],
  AuthenticatorEnrollment: [enrollment('ann', 'Active'), enrollment('dee', 'Revoked'), enrollment('cid', 'Revoked')],
  AssignedApplication: [{ id: 'app', name: 'The App', ...keys('new') }],
  UserGroup: ['crm', 'odd'].map(id => ({ id, name: id, type: 'Security' })),
  EntityManagedViaObject: [...staff.map(id => member(id, 'crm')), member('s1', 'odd')],
  Activity: [
    ...[1, 2, 3].map(index => signIn('cid', 'Failure', index)),
    ...[4, 5].map(index => signIn('dee', 'Failure', index)),
    ...[1, 2, 3].map(index => signIn('s1', 'Success', index)),
    ...[40, 41, 42].map(index => signIn('s2', 'Failure', index)),
  ],
});

const token = (alias: string, more: object = {}) => ({
  id: alias,
  alias,
  name: alias,
  type: 'Token',
  subType: 'ApiKey',
  createdDate: ago(100),
  lastActivityDate: ago(1),
  expirationDate: inDays(90),
  ...more,
});

const machine = (alias: string, more: object = {}) =>
  token(alias, { type: 'Machine', subType: 'ServicePrincipal', ...more });

const grant = (
  entityId: string,
  assignedObjectId: string,
  more: { entityType?: string; type?: string; permissions?: object } = {},
) => ({
  id: `${entityId} may ${assignedObjectId}`,
  entityId,
  entityType: more.entityType ?? 'Account',
  assignedObjectId,
  assignedObjectType: more.type ?? 'ResourceInstance',
  entitlementSpecification: {
    reason: 'AccessControl',
    reasonSpecificData: { type: 'Grant', name: 'use', permissions: { isRead: true, ...more.permissions } },
  },
});
const denial = (entityId: string, assignedObjectId: string) => ({
  ...grant(entityId, assignedObjectId),
  id: `${entityId} may not ${assignedObjectId}`,
  entitlementSpecification: { reason: 'AccessControl', reasonSpecificData: { type: 'Denial', name: 'keep out' } },
});
const ofGroup = { entityType: 'UserGroup' };

const use = (actorAccountId: string, targetObjectId: string, days: number) => ({
  id: `${actorAccountId} used ${targetObjectId}`,
  eventType: 'use',
  category: 'ResourceAccess',
  occurredAt: ago(days),
  outcome: 'Success',
  actorAccountId,
  targetObjectId,
  targetObjectType: 'ResourceInstance',
});

const app = script({
  IntegratedApplication: [{ id: 'app', name: 'The App', ...keys('old') }],
  Account: [
    user('ann-app', { isAdmin: true, createdDate: ago(5) }),
    user('bob-app', { ssoRequirements: 'Disabled', lastActivityDate: ago(10) }),
    user('dee-app', { enabled: false }),
    user('zoe-app', { email: mail('s2') }),
    user('yan-app', { email: mail('s3') }),
    user('ghost', { lastActivityDate: inDays(40), createdDate: ago(100) }),
    user('newcomer', { email: mail('s4'), lastActivityDate: undefined, createdDate: ago(3) }),
    user('guest', { subType: 'Guest', ssoRequirements: 'Optional' }),
    user('visitor', { subType: 'Guest' }),
    token('tok-orphan', { createdDate: ago(400), expirationDate: undefined }),
    token('tok-off', { createdDate: ago(400), expirationDate: undefined, enabled: false }),
    token('tok-ann', { createdBy: 'ann-app', expirationDate: inDays(10) }),
    token('tok-bob', { createdBy: 'bob-app', expirationDate: ago(5) }),
    token('tok-dee', { createdBy: 'dee-app' }),
    token('tok-robot', { hashIdentifiers: ['sha256:aa'] }),
    machine('robot', { isAdmin: true, createdDate: inDays(40), hashIdentifiers: ['sha256:aa'] }),
    machine('robot2', { createdBy: 'ann-app', subType: 'Agent' }),
    token('tok-twins', { hashIdentifiers: ['sha256:bb'] }),
    ...['twin', 'twin2'].map(alias => machine(alias, { createdBy: 'ann-app', hashIdentifiers: ['sha256:bb'] })),
  ],
  UserGroup: ['all', 'half', 'ops', 'n1', 'n2', 'n3', 'n4', 'empty'].map(id => ({ id, name: id, type: 'Security' })),
  Role: [
    ...['payer', 'vendor', 'unused'].map(id => ({ id, name: id, type: 'Custom', createdDate: ago(300) })),
    { id: 'fresh', name: 'fresh', type: 'Custom', createdDate: ago(300), lastModifiedDate: ago(2) },
  ],
  EntityManagedViaObject: [
    member('ann-app', 'all'),
    member('visitor', 'half'),
    member('guest', 'ops'),
    member('zoe-app', 'n1'),
    member('yan-app', 'n1'),
    member('n1', 'n2', 'UserGroup', 'UserGroup'),
    member('n2', 'n3', 'UserGroup', 'UserGroup'),
    member('n3', 'n4', 'UserGroup', 'UserGroup'),
    member('n1', 'payer', 'Role', 'UserGroup'),
    member('zoe-app', 'vendor', 'Role'),
    member('ann-app', 'payer', 'Role'),
    member('bob-app', 'fresh', 'Role'),
  ],
  ResourceInstance: [
    { id: 'r1', name: 'r1', isSensitive: true, ownerAccountIds: ['ann-app'] },
    {
      id: 'r2',
      name: 'r2',
      parentId: 'r3',
      isSensitive: true,
      externallyShared: true,
      ownerAccountIds: ['ann-app', 'bob-app'],
    },
    { id: 'r3', name: 'r3', isSensitive: false, ownerAccountIds: ['ann-app'] },
    { id: 'r4', name: 'r4' },
    { id: 'r5', name: 'r5' },
  ],
  EntityAssignedAccessToObject: [
    ...['r1', 'r2', 'r3', 'r4', 'r5'].map(id => grant('all', id, ofGroup)),
    ...['r1', 'r2'].map(id => grant('half', id, ofGroup)),
    grant('ops', 'r1', { ...ofGroup, permissions: { isPrivileged: true, isUpdate: true } }),
    grant('n4', 'r3', ofGroup),
    grant('n1', 'r4', ofGroup),
    grant('yan-app', 'r3'),
    grant('bob-app', 'r4'),
    grant('tok-orphan', 'robot2', { type: 'Account', permissions: { fineGrainedSpecifiers: ['impersonate'] } }),
    grant('robot2', 'robot', { type: 'Account', permissions: { fineGrainedSpecifiers: ['impersonate'] } }),
    grant('robot', 'r5', { permissions: { isPrivileged: true } }),
    denial('guest', 'r1'),
  ],
  Activity: [use('zoe-app', 'r3', 5), use('zoe-app', 'r4', 100)],
  RiskDefinition: [{ id: 'sod', name: 'pay and create vendors', severity: 'High', type: 'Access' }],
  RiskViolation: ['zoe-app', 'yan-app'].map(entityId => ({
    id: `sod ${entityId}`,
    riskDefinitionId: 'sod',
    entityId,
    entityType: 'Account',
    severity: 'High',
    status: entityId === 'zoe-app' ? 'Open' : 'Resolved',
    detectedAt: ago(20),
  })),
});

/** Sources of the small organisation; the app does not let its permission sets be read. */
export const smallOrganisation: Record<string, Script> = {
  hr,
  idp,
  app: {
    ...app,
    PermissionSet: function* () {
      const gap = { reason: 'forbidden', subject: 'GET /sets', message: 'not allowed', missing: 'objects' } as const;
      yield { records: [], gaps: [gap] };
    },
  },
};
