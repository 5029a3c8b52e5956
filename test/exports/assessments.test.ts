// The assessments of identities, the events of employees, and the users of the service, compared with what was read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/connector/contract.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { accountName, createApplication } from '../support/actions/application.ts';
import { writableConnector } from '../support/actions/writable-connector.ts';
import { driving, type WritableService } from '../support/actions/writable-service.ts';
import { type Exporting, exportsAs, rowsOf } from '../support/exports.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { pagesOf, type Script, sampleRecord, scriptedConnector } from '../support/scripted-source.ts';
import { sendAs } from '../support/send.ts';
import { instanceOf, startService, type TestService } from '../support/service/service.ts';

const seed = testSeed();
const random = createRandom(seed);
const some = (type: string, records: readonly object[]) =>
  pagesOf(records.map((fields, index) => ({ ...sampleRecord(resourceOf(type)!, index), ...fields })) as never);

/** Group → its members: random ones, near copies of others, and copies. */
const groups = new Map<string, ReadonlySet<string>>();
for (let index = 0; index < 40; index += 1) {
  const kind = random.below(3);
  const model = kind === 0 ? undefined : groups.get(`group-${random.below(index)}`);
  const members = new Set(model ?? Array.from({ length: 1 + random.below(12) }, () => `user-${random.below(30)}`));
  if (kind === 2) members.add(`user-${random.below(30)}`);
  groups.set(`group-${index}`, members);
}

const directory: Script = {
  Account: some(
    'Account',
    Array.from({ length: 30 }, (_, index) => ({ id: `user-${index}`, alias: `user ${index}`, type: 'User' })),
  ),
  UserGroup: some(
    'UserGroup',
    [...groups.keys()].map(id => ({ id, name: id })),
  ),
  EntityManagedViaObject: some(
    'EntityManagedViaObject',
    [...groups].flatMap(([group, members]) =>
      [...members].map(user => ({
        id: `${user} in ${group}`,
        ...{ entityId: user, entityType: 'Account', managedViaObjectId: group, managedViaObjectType: 'UserGroup' },
      })),
    ),
  ),
  ResourceInstance: some('ResourceInstance', [
    { id: 'used', name: 'used' },
    { id: 'unused', name: 'unused' },
  ]),
  EntityAssignedAccessToObject: some('EntityAssignedAccessToObject', [
    {
      id: 'grant',
      ...{
        entityId: 'user-1',
        entityType: 'Account',
        assignedObjectId: 'used',
        assignedObjectType: 'ResourceInstance',
      },
      entitlementSpecification: {
        reason: 'AccessControl',
        reasonSpecificData: { type: 'Grant', name: 'writer', permissions: { isPrivileged: true } },
      },
    },
  ]),
  Activity: some(
    'Activity',
    ['user-1', 'user-1', 'user-2'].map((actorAccountId, index) => ({
      id: `act-${index}`,
      ...{ actorAccountId, targetObjectId: 'used', targetObjectType: 'ResourceInstance', outcome: 'Success' },
      occurredAt: `2026-01-0${index + 1}T00:00:00Z`,
    })),
  ),
  RiskDefinition: some('RiskDefinition', [{ id: 'rule', name: 'No second factor' }]),
  RiskViolation: some(
    'RiskViolation',
    [
      ['user-1', 'Critical', 'Open'],
      ['user-1', 'Low', 'Resolved'],
      ['user-2', 'Low', 'Open'],
    ].map(([entityId, severity, status], index) => ({
      id: `violation-${index}`,
      ...{ entityId, entityType: 'Account', severity, status, riskDefinitionId: 'rule' },
    })),
  ),
};

const employees = (department: string) =>
  some('Employee', [
    {
      id: 'e-0',
      employeeNumber: 'E0',
      name: 'Ann',
      department,
      hireDate: `${new Date().toISOString().slice(0, 10)}T00:00:00Z`,
    },
    {
      id: 'e-1',
      employeeNumber: 'E1',
      name: 'Bob',
      department: 'Sales',
      hireDate: '2020-01-01T00:00:00Z',
      terminationDate: '2099-01-01T00:00:00Z',
    },
  ]);

/** Accounts of the application have the employee numbers E0, E1, … */
function withNumbers(connector: Connector): Connector {
  return {
    ...connector,
    reads: client =>
      connector.reads(client).map(read => ({
        ...read,
        async *pages(...given: Parameters<typeof read.pages>) {
          for await (const page of read.pages(...given)) {
            const numbered = (record: { id: string }) => ({
              ...record,
              employeeNumber: `E${Number(record.id.slice(-4))}`,
            });
            yield read.lands === 'Account' ? { ...page, records: page.records.map(numbered as never) } : page;
          }
        },
      })),
  } as Connector;
}

let test: TestService;
let service: WritableService;
let exporting: Exporting;
beforeAll(async () => {
  const application = createApplication({ accounts: 2 });
  const scripts = new Map<string, Script>([
    ['directory', directory],
    ['hr', { Employee: employees('Sales') }],
  ]);
  test = await startService({
    work: ['act', 'extract', 'build', 'export', 'sweep'],
    connectors: [withNumbers(writableConnector((_, call) => application.request(call))), scriptedConnector(scripts)],
    settings: {
      sources: [
        ...['directory', 'hr'].map(id => ({ id, connector: 'scripted', settings: { script: id } })),
        { id: 'app', connector: 'writable', writes: true, settings: { application: 'app' } },
      ],
    },
  });
  service = driving(test, sendAs(test, await test.token()));
  exporting = exportsAs(test, await test.token());
  await test.sync();
  scripts.set('hr', { Employee: employees('Finance') });
  await test.sync(['hr']);
});
afterAll(() => test.close());

const exported = async (context: string) => rowsOf(await exporting.file(context));

it(`similar groups are those that a comparison of all groups finds (seed ${seed})`, async () => {
  const expected = new Map<string, number>();
  const ids = new Map(
    (await test.everyItem('/v1/user-groups')).map(({ id, globalId }) => [id as string, globalId as string]),
  );
  const names = [...groups.keys()].toSorted((a, b) => (ids.get(a)! < ids.get(b)! ? -1 : 1));
  /** Of groups with the same members, the first stands for the others. */
  const firstLike = (name: string) =>
    names.find(other => groups.get(other)!.symmetricDifference(groups.get(name)!).size === 0)!;
  for (const [index, one] of names.entries()) {
    for (const two of names.slice(index + 1)) {
      const [first, second] = [groups.get(one)!, groups.get(two)!];
      const similarity = first.intersection(second).size / first.union(second).size;
      const stands = firstLike(one) === one && (similarity === 1 || firstLike(two) === two);
      if (similarity >= 0.8 && Math.min(first.size, second.size) >= 3 && stands)
        expected.set(`${one} ${two}`, similarity);
    }
  }
  const rows = await exported('identityAssessmentSimilarGroups');
  const found = rows.map(row => [`${row['groupName']} ${row['similarGroupName']}`, Number(row['similarity'])] as const);
  expect(new Map(found.toSorted())).toEqual(new Map([...expected].toSorted()));
  expect(expected.size).toBeGreaterThan(3);
});

it('the risks of identities are those of their accounts', async () => {
  const rows = await exported('identityAssessmentRiskDownload');
  const shown = (name: string) => {
    const { riskPosture, criticalCount, riskNames } = rows.find(row => row['name'] === name)!;
    return [riskPosture, criticalCount, riskNames!.split('; ')];
  };
  // The source reports the missing factor; the service's own rules add others.
  expect(shown('user 1')).toEqual(['Critical', '1', expect.arrayContaining(['No second factor'])]);
  for (const { openViolationCount, riskNames } of rows) expect(Number(openViolationCount) > 0).toBe(riskNames !== '');
  expect(rows.find(row => row['name'] === 'Ann')).toMatchObject({ identityType: 'Person', accountCount: '1' });
});

it('the use of entitlements and resources is what activities show', async () => {
  const [grant] = (await exported('identityAssessmentEntitlementUtilization')).filter(
    row => row['applicationInstanceId'] === instanceOf(test, 'directory'),
  );
  expect(grant).toMatchObject({
    ...{ entityName: 'user 1', objectName: 'used', entitlementName: 'writer' },
    ...{ entitlementType: 'Grant', isPrivileged: 'true' },
  });
  const resources = await exported('identityAssessmentResourceInstanceUtilization');
  const shown = resources.map(row => [
    row['name'],
    row['usedByAccountCount'],
    row['useCount'],
    row['directAssignmentCount'],
  ]);
  expect(shown.toSorted()).toEqual([
    ['unused', '0', '0', '0'],
    ['used', '2', '3', '1'],
  ]);
  expect(Date.parse(resources.find(row => row['name'] === 'used')!['lastUsedDate']!)).toBe(Date.UTC(2026, 0, 3));
});

describe('the events of employees', () => {
  it('are their first and last days, and what changed', async () => {
    const rows = (await exported('ilmEmployeeEvents')).map(row => [
      ...[row['name'], row['eventType'], row['isPlanned'], row['field'], row['valueBefore'], row['valueAfter']],
    ]);
    expect(rows.toSorted()).toEqual([
      ['Ann', 'Joiner', 'false', '', '', ''],
      ['Ann', 'Mover', 'false', 'department', 'Sales', 'Finance'],
      ['Bob', 'Joiner', 'false', '', '', ''],
      ['Bob', 'Leaver', 'true', '', '', ''],
    ]);
  });

  it('are shown with what jobs changed for the employee afterwards', async () => {
    expect(await exported('ilmWorkflowEmployeeEvents')).toEqual([]);
    const id = await service.idOf('accounts', 'app', accountName(0));
    const job = await service.change('POST', `/v1/accounts/${id}/disable`);
    const rows = await exported('ilmWorkflowEmployeeEvents');
    const shown = rows.map(row => [
      row['name'],
      row['eventType'],
      row['changedFields'],
      row['jobId'],
      row['operation'],
      row['status'],
      row['accountId'],
    ]);
    expect(shown.toSorted()).toEqual([
      ['Ann', 'Joiner', '', job.id, 'DisableAccount', 'Succeeded', id],
      ['Ann', 'Mover', 'department', job.id, 'DisableAccount', 'Succeeded', id],
    ]);
  });
});

it('the users of the service are its clients, without their secrets', async () => {
  const limited = await test.token({ scopes: ['read'], instances: [instanceOf(test, 'hr')] });
  const rows = await exported('serviceUsers');
  expect(
    rows.map(({ scopes, isActive, applicationInstanceIds }) => [scopes, isActive, applicationInstanceIds]),
  ).toContainEqual([...['read', 'true', instanceOf(test, 'hr')]]);
  expect(Object.keys(rows[0]!).filter(name => /secret|hash/i.test(name))).toEqual([]);
  const own = rowsOf(await exportsAs(test, limited).file('serviceUsers'));
  expect(own.map(row => row['applicationInstanceIds'])).toEqual([instanceOf(test, 'hr')]);
  const streamed = (await exporting.stream('serviceUsers')).bytes;
  expect(rowsOf(streamed)).toEqual(rows);
});
