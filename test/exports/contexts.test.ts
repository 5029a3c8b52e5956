// Every context on the example organisation: exports equal the lists of the API.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentContexts, exportContexts } from '../../src/api/exports/export-schemas.ts';
import { exportContext, exportContextNames } from '../../src/exports/contexts.ts';
import { type Exporting, expectFields, exportsAs, rowsOf } from '../support/exports.ts';
import { startOrganisation } from '../support/organisation.ts';
import { type Item, instanceOf, type TestService } from '../support/service/service.ts';

let test: TestService;
let exporting: Exporting;
let accounts: readonly Item[];
let persons: readonly Item[];

beforeAll(async () => {
  test = await startOrganisation();
  exporting = exportsAs(test, await test.token());
  accounts = await test.everyItem('/v1/accounts?pageSize=200');
  persons = await test.everyItem('/v1/persons?pageSize=200');
});
afterAll(() => test.close());

const exported = async (context: string) => rowsOf(await exporting.file(context));

const byId = (items: readonly Item[]) => new Map(items.map(item => [item.globalId as string, item]));
const sorted = (values: Iterable<string>) => [...values].sort();

it('has a file for each context of the interface', () => {
  expect(exportContextNames().toSorted()).toEqual([...exportContexts.options, ...documentContexts.options].toSorted());
  for (const name of exportContexts.options) expect(exportContext(name)?.columns.length, name).toBeGreaterThan(5);
});

describe.each<[string, string, string, readonly string[]]>([
  [
    'accessInventoryAccounts',
    '/v1/accounts',
    'accountId',
    [
      'alias',
      'name',
      'email',
      'type',
      'subType',
      'enabled',
      'isAdmin',
      'hasAPIAccess',
      'accountRole',
      'mfaRequirements',
      'authenticationFunctions',
      'department',
      'createdDate',
      'lastActivityDate',
      'lastPasswordChangedDate',
      'sorEmploymentStatus',
      'analyticsRoleCount',
      'analyticsIsDormant',
      'analyticsAccessRiskPosture',
    ],
  ],
  [
    'accessInventoryNhiV2',
    '/v1/non-human-identities',
    'accountId',
    ['alias', 'type', 'subType', 'enabled', 'analyticsImpersonatableAccountsCount', 'createdDate', 'expirationDate'],
  ],
  [
    'accessInventoryGroupsV2',
    '/v1/user-groups',
    'groupId',
    ['name', 'description', 'type', 'isDynamic', 'analyticsMemberCount', 'createdDate'],
  ],
  [
    'accessInventoryRolesV2',
    '/v1/roles',
    'roleId',
    ['name', 'description', 'type', 'isCustom', 'analyticsMemberAccountsCount'],
  ],
  [
    'accessInventoryResourceInstancesV2',
    '/v1/resource-instances',
    'resourceInstanceId',
    ['name', 'displayName', 'pageUri', 'isSensitive', 'externallyShared', 'createdDate'],
  ],
  [
    'accountUtilization',
    '/v1/accounts',
    'accountId',
    ['alias', 'type', 'enabled', 'lastActivityDate', 'analyticsDaysSinceLastActivity'],
  ],
  [
    'identities',
    '/v1/persons',
    'personId',
    [
      'displayName',
      'email',
      'employeeNumber',
      'employmentStatus',
      'hireDate',
      'joinedBy',
      'analyticsAccountCount',
      'analyticsAdminAccountCount',
    ],
  ],
  [
    'employees',
    '/v1/employees',
    'employeeId',
    ['name', 'email', 'employeeNumber', 'employmentStatus', 'hireDate', 'department', 'costCenter', 'location'],
  ],
  ['employeeAccessInsights', '/v1/employees', 'employeeId', ['name', 'email', 'employmentStatus']],
  ['risks', '/v1/risk-definitions', 'riskDefinitionId', ['name', 'severity', 'type', 'isEnabled']],
  ['risksV2', '/v1/risk-violations', 'riskViolationId', ['severity', 'type', 'status', 'description', 'detectedAt']],
  ['activityAnalysis', '/v1/activities', 'activityId', ['eventType', 'category', 'outcome', 'occurredAt', 'ipAddress']],
])('%s', (context, list, id, fields) => {
  it('has one row for each object of the list, with its values', async () => {
    const items = byId(await test.everyItem(`${list}?pageSize=200`));
    const rows = await exported(context);
    expect(items.size).toBeGreaterThan(0);
    expect(sorted(rows.map(row => row[id]!))).toEqual(sorted(items.keys()));
    expect(Object.keys(rows[0]!)).toEqual(exportContext(context)!.columns.map(({ name }) => name));
    expectFields(rows, items, id, fields);
  });
});

it('accessInventoryIdentitiesV2 has one row for each person and account', async () => {
  const rows = await exported('accessInventoryIdentitiesV2');
  const owned = accounts.filter(account => account.enrichedPersonId);
  const without = persons.filter(person => !owned.some(account => account.enrichedPersonId === person.globalId));
  expect(owned.length).toBeGreaterThan(500);
  expect(sorted(rows.map(row => `${row['personId']} ${row['accountId']}`))).toEqual(
    sorted([
      ...owned.map(account => `${account.enrichedPersonId} ${account.globalId}`),
      ...without.map(person => `${person.globalId} `),
    ]),
  );
  const ofAccounts = rows.filter(row => row['accountId'] !== '');
  expectFields(ofAccounts, byId(accounts), 'accountId', ['alias', 'type', 'enabled', 'isAdmin', 'createdDate']);
  expectFields(rows, byId(persons), 'personId', ['displayName', 'email', 'employmentStatus', 'department']);
  const methods = new Map(accounts.map(account => [account.globalId, account.authenticationMethods]));
  for (const row of ofAccounts) {
    const types = (methods.get(row['accountId']) ?? []).map((method: Item) => method.type);
    expect(row['authenticationMethods']).toBe(types.join('; '));
  }
});

it('accessInventoryEmployeesV2 has one row for each employee and account', async () => {
  const employees = await test.everyItem('/v1/employees?pageSize=200');
  const rows = await exported('accessInventoryEmployeesV2');
  const wanted = employees.flatMap(employee => {
    const own = accounts.filter(account => account.enrichedPersonId === employee.enrichedPersonId);
    return own.length > 0 ? own.map(account => `${employee.globalId} ${account.globalId}`) : [`${employee.globalId} `];
  });
  expect(sorted(rows.map(row => `${row['employeeId']} ${row['accountId']}`))).toEqual(sorted(wanted));
});

it('accessInventoryApplicationAccountsV2 has the accounts that are used in applications', async () => {
  const rows = await exported('accessInventoryApplicationAccountsV2');
  const wanted = accounts.filter(account => account.authenticationFunctions.includes('ApplicationAccount'));
  expect(wanted.length).toBeLessThan(accounts.length);
  expect(sorted(rows.map(row => row['accountId']!))).toEqual(sorted(wanted.map(account => account.globalId)));
});

it('accessInventoryApplicationInstancesV2 counts the objects of each instance', async () => {
  const rows = await exported('accessInventoryApplicationInstancesV2');
  expect(sorted(rows.map(row => row['sourceId']!))).toEqual(
    sorted(test.config.tenants[0]!.sources.map(({ id }) => id)),
  );
  for (const row of rows) {
    const own = accounts.filter(
      account => account.objectMetadata.ApplicationInstanceId === row['applicationInstanceId'],
    );
    expect(Number(row['accountCount'])).toBe(own.length);
    expect(Number(row['enabledAccountCount'])).toBe(own.filter(account => account.enabled).length);
    expect(Number(row['nonHumanIdentityCount'])).toBe(own.filter(account => account.type !== 'User').length);
  }
});

it('groupUtilizationAccounts has everybody who is in a group, through nesting too', async () => {
  const relations = await test.everyItem('/v1/entity-managed-via-object?pageSize=200');
  const groups = await test.everyItem('/v1/user-groups?pageSize=200');
  const members = new Map<string, Item[]>();
  for (const relation of relations) {
    const container = relation.globalManagedViaObjectId;
    members.set(container, [...(members.get(container) ?? []), relation]);
  }
  const accountsIn = (container: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(container)) return new Set();
    seen.add(container);
    return new Set(
      (members.get(container) ?? []).flatMap(({ entityType, globalEntityId }) =>
        entityType === 'Account' ? [globalEntityId] : [...accountsIn(globalEntityId, seen)],
      ),
    );
  };
  const known = byId(accounts);
  const wanted = groups.flatMap(({ globalId }) =>
    [...accountsIn(globalId)].filter(id => known.has(id)).map(id => `${globalId} ${id}`),
  );
  const rows = await exported('groupUtilizationAccounts');
  expect(sorted(rows.map(row => `${row['groupId']} ${row['accountId']}`))).toEqual(sorted(wanted));
  expect(rows.some(row => row['isDirect'] === 'false')).toBe(true);
});

it('riskMonitoringDetail has one row for each fact of a violation', async () => {
  const violations = await test.everyItem('/v1/risk-violations?pageSize=200');
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const wanted = violations.flatMap(({ globalId, evidence = [] }) =>
    evidence.length > 0
      ? evidence.map((fact: Item) => `${globalId} ${fact.name} ${text(fact.value)}`)
      : [`${globalId}  `],
  );
  const rows = await exported('riskMonitoringDetail');
  expect(wanted.length).toBeGreaterThan(violations.length);
  expect(sorted(rows.map(row => `${row['riskViolationId']} ${row['evidenceName']} ${row['evidenceValue']}`))).toEqual(
    sorted(wanted),
  );
});

it('accountUtilization counts logins back from the newest activity', async () => {
  const activities = await test.everyItem('/v1/activities?pageSize=200');
  const newest = Math.max(...activities.map(activity => Date.parse(activity.occurredAt)));
  const logins = new Map<string, number>();
  for (const { category, outcome, occurredAt, globalActorAccountId } of activities) {
    if (category !== 'Login' || outcome !== 'Success' || Date.parse(occurredAt) <= newest - 30 * 86_400_000) continue;
    logins.set(globalActorAccountId, (logins.get(globalActorAccountId) ?? 0) + 1);
  }
  expect(logins.size).toBeGreaterThan(10);
  for (const row of await exported('accountUtilization')) {
    expect(Number(row['loginCount30Days'])).toBe(logins.get(row['accountId']!) ?? 0);
  }
});

/** Columns that may have no value in the example organisation, each with the reason. */
const mayBeEmpty: readonly (readonly [columns: RegExp, reason: string])[] = [
  [/^ilmWorkflowEmployeeEvents\./, 'nothing was changed in it; assessments.test.ts changes something'],
  [/^ilmEmployeeEvents\.(field|value)/, 'it has one version, so nobody has moved yet'],
  [/^accessChanges\./, 'it has one version; api/history/as-of.test.ts compares versions'],
  [/^serviceUsers\.(applicationInstanceIds|revokedAt)$/, 'its clients are neither limited nor revoked'],
  [/\.person(Name|Email)$/, 'the field `enrichedPersonId` of activities and violations is not filled yet'],
  [/\.isUsed$/, 'the use of assignments is not counted yet'],
];

/** Columns that read a field of a resource are left out: they are filled when the field is. */
it('every column that a query makes has a value in some row', async () => {
  const empty: string[] = [];
  for (const context of exportContexts.options) {
    const ofFields = [...fs.readFileSync(`sql/export/${context}.sql`, 'utf8').matchAll(/^-- (\w+): [A-Z]\w+\.\w+$/gm)];
    const filledByFields = new Set(ofFields.map(([, name]) => name!));
    const rows = await exported(context);
    for (const { name } of exportContext(context)!.columns) {
      if (!filledByFields.has(name) && !rows.some(row => row[name] !== '')) empty.push(`${context}.${name}`);
    }
  }
  expect(empty.filter(name => !mayBeEmpty.some(([columns]) => columns.test(name)))).toEqual([]);
});

it('every context is in the order of its key', async () => {
  for (const context of exportContexts.options) {
    const { key, columns } = exportContext(context)!;
    const rows = await exported(context);
    const isNumber = (name: string) => columns.find(column => column.name === name)!.dataType === 'number';
    // Absent values come last.
    const rank = (name: string, value: string) =>
      value === '' ? '\uffff' : isNumber(name) ? value.padStart(9, '0') : value;
    const keys = rows.map(row => key.map(name => rank(name, row[name]!)).join(' '));
    expect(keys, context).toEqual(keys.toSorted());
    expect(new Set(keys).size, context).toBe(keys.length);
  }
});

it('limits a client to its application instances, in every context', async () => {
  const instance = instanceOf(test, 'wiki');
  const limited = exportsAs(test, await test.token({ scopes: ['read'], instances: [instance] }));
  for (const context of exportContexts.options) {
    const rows = rowsOf(await limited.file(context));
    for (const row of rows) {
      if (row['applicationInstanceId'] !== '') expect(row['applicationInstanceId'] ?? instance).toBe(instance);
    }
  }
  const own = accounts.filter(account => account.objectMetadata.ApplicationInstanceId === instance);
  expect(own.length).toBeGreaterThan(0);
  expect(rowsOf(await limited.file('accessInventoryAccounts'))).toHaveLength(own.length);
  expect(rowsOf(await limited.file('identities'))).toEqual([]);
});
