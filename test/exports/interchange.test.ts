// Documents for other programs: exported and read again by the connector of their form, they say what the API says.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../connectors/ldap/index.ts';
import { opengraph } from '../../connectors/opengraph/index.ts';
import { vezaOaa } from '../../connectors/veza-oaa/index.ts';
import type { SourceRecord } from '../../src/connector/contract.ts';
import { type Exporting, exportsAs } from '../support/exports.ts';
import { startOrganisation } from '../support/organisation.ts';
import { everyType } from '../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { type Reading, readSource, recordsOf, rejectionsOf } from '../support/simulators/reading.ts';

let test: TestService;
let exporting: Exporting;
let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  test = await startOrganisation();
  exporting = exportsAs(test, await test.token());
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await test.close();
});

const list = (collection: string) => test.everyItem(`/v1/${collection}?pageSize=200`);
const idsOf = (items: readonly Item[]) => items.map(({ globalId }) => globalId as string).toSorted();
const landedIds = (reading: Reading, type: string) =>
  recordsOf(reading, type)
    .map(({ id }) => id as string)
    .toSorted();
/** Some memberships are in the inventory twice, by different ways of the source. */
const distinct = (texts: readonly string[]) => [...new Set(texts)];
const pairs = (items: readonly object[], ...names: readonly string[]) =>
  items.map(item => names.map(name => (item as Item)[name]).join(' ')).toSorted();

describe('openGraph', () => {
  const kinds = { users: ['RC_User'], machines: ['RC_Machine', 'RC_Token'], groups: ['RC_Group'] };
  const settings = {
    ...kinds,
    ...{ roles: ['RC_Role', 'RC_PermissionSet'], memberships: ['RC_MemberOf'], containments: ['RC_Contains'] },
    impersonations: ['RC_CanActAs'],
  };
  let document: Item;
  let reading: Reading;

  beforeAll(async () => {
    const file = path.join(folder, 'graph.json');
    fs.writeFileSync(file, await exporting.file('openGraph'));
    document = JSON.parse(fs.readFileSync(file, 'utf8'));
    reading = await readSource(opengraph, { path: file, ...settings });
  });

  it('has the form of the documentation', () => {
    expect(document.metadata).toEqual({ source_kind: 'Rolecall' });
    for (const { id, kinds: own, properties, ...rest } of document.graph.nodes) {
      expect([typeof id, own[1], rest]).toEqual(['string', 'Rolecall', {}]);
      expect(own[0]).toMatch(/^RC_[A-Z][A-Za-z]+$/);
      // Properties have one level, and null is no value.
      for (const value of Object.values(properties)) expect(['string', 'number', 'boolean']).toContain(typeof value);
    }
    const nodes = new Set(document.graph.nodes.map(({ id }: Item) => id));
    expect(nodes.size).toBe(document.graph.nodes.length);
    for (const { start, end } of document.graph.edges) {
      expect([start.match_by, end.match_by]).toEqual(['id', 'id']);
      expect(nodes.has(start.value) && nodes.has(end.value)).toBe(true);
    }
  });

  it('read again, has the same accounts, groups and roles', async () => {
    expect(rejectionsOf(reading)).toEqual([]);
    const accounts = await list('accounts');
    expect(landedIds(reading, 'Account')).toEqual(idsOf(accounts));
    const known = (items: readonly object[]) => pairs(items, 'alias', 'email', 'enabled');
    const withEmail = (item: Item) => !item.email?.endsWith('.invalid');
    expect(known(recordsOf(reading, 'Account').filter(withEmail))).toEqual(known(accounts.filter(withEmail)));
    expect(landedIds(reading, 'UserGroup')).toEqual(idsOf(await list('user-groups')));
    const roles = [...(await list('roles')), ...(await list('permission-sets'))];
    expect(landedIds(reading, 'Role')).toEqual(idsOf(roles));
  });

  it('read again, has the same memberships, containments and assignments', async () => {
    const memberships = await list('entity-managed-via-object');
    const there = new Set(document.graph.nodes.map(({ id }: Item) => id));
    const isWhole = (...ids: readonly unknown[]) => ids.every(id => there.has(id));
    const read = pairs(recordsOf(reading, 'EntityManagedViaObject'), 'entityId', 'managedViaObjectId');
    const known = memberships.filter(item => isWhole(item.globalEntityId, item.globalManagedViaObjectId));
    expect(distinct(read)).toEqual(distinct(pairs(known, 'globalEntityId', 'globalManagedViaObjectId')));
    const containments = pairs(recordsOf(reading, 'ResourceInstanceContainsResourceInstance'), 'parentId', 'childId');
    expect(containments.length).toBe((await list('resource-instance-contains-resource-instance')).length);
    const edges = (kind: RegExp) =>
      document.graph.edges
        .filter((edge: Item) => kind.test(edge.kind))
        .map(({ start, end }: Item) => `${start.value} ${end.value}`)
        .toSorted();
    const assignments = (await list('entity-assigned-access-to-object')).filter(item =>
      isWhole(item.globalEntityId, item.globalAssignedObjectId),
    );
    expect(edges(/^RC_(Access|Denied|DisabledAccess)$/)).toEqual(
      pairs(assignments, 'globalEntityId', 'globalAssignedObjectId'),
    );
    expect(assignments.length).toBeGreaterThan(50);
  });

  it('can be limited, and shows a limited client its instances only', async () => {
    const instance = instanceOf(test, 'wiki');
    const filterBy = [{ dataType: 'string', field: 'applicationInstanceId', filterType: 'eq', values: [instance] }];
    const ids = ({ graph }: Item) => graph.nodes.map(({ id }: Item) => id);
    // The command line sends an empty order.
    const chosen = JSON.parse(String(await exporting.file('openGraph', { filterBy, sortBy: [] })));
    const limited = exportsAs(test, await test.token({ scopes: ['read'], instances: [instance] }));
    const seen = JSON.parse(String(await limited.file('openGraph')));
    expect(ids(seen)).toEqual(ids(chosen));
    expect(ids(seen).length).toBeGreaterThan(10);
    expect(ids(seen).length).toBeLessThan(document.graph.nodes.length);
  });

  it('has neither another format nor an order, and is no stream', async () => {
    for (const params of [{ format: 'parquet' }, { sortBy: [{ field: 'applicationInstanceId', sortType: 'asc' }] }]) {
      const { status, body } = await exporting.create('openGraph', params);
      expect([status, body.message]).toEqual([400, expect.stringContaining('openGraph is a document')]);
    }
    expect((await exporting.stream('openGraph')).status).toBe(400);
  });
});

/** Names that are no safe text of LDIF (RFC 2849), or would end a value, an entry or a text of JSON. */
const hostileNames = [
  ...['two\nlines', 'cn: other\r\n\ndn: o=rolecall', ': colon', ' spaces ', '< address', '#comment', 'tab\tstop'],
  ...['bell\u0007 and escape \u001b[31m', 'Zoë 你好 🦉', '"},{"id":"x"', '\\', "it's; -- =,+<>"],
];

/** A service whose objects have hostile names. */
function startHostile(): Promise<TestService> {
  let count = 0;
  const hostile = () => `${hostileNames[count++ % hostileNames.length]}${count}`;
  const grantOn = (number: string) => ({
    ...{ entityId: `Account-${number}`, entityType: 'Account' },
    ...{ assignedObjectId: `ResourceInstance-${number}`, assignedObjectType: 'ResourceInstance' },
    entitlementSpecification: {
      reason: 'AccessControl',
      reasonSpecificData: { type: 'Grant', enabled: true, name: hostile(), permissions: { isRead: true } },
    },
  });
  const renamed = (record: SourceRecord): SourceRecord => {
    const members = Object.keys(record).filter(name => /^(alias|name|description)$/.test(name));
    const others = Object.fromEntries(members.map(name => [name, hostile()]));
    return { ...record, ...others, ...('assignedObjectId' in record && grantOn(record.id.split('-').at(-1)!)) };
  };
  return startService({ sources: { app: everyType(hostileNames.length, renamed) }, synced: true });
}

describe.each(['the organisation', 'objects with hostile names'])('of %s', world => {
  let served: TestService;
  let exported: Exporting;
  const all = (collection: string) => served.everyItem(`/v1/${collection}?pageSize=200`);
  beforeAll(async () => {
    served = world === 'the organisation' ? test : await startHostile();
    exported = exportsAs(served, await served.token());
  });
  afterAll(async () => {
    if (served !== test) await served.close();
  });
  const withEmail = (item: Item) => !item.email?.endsWith('.invalid');
  const facts = (items: readonly object[]) => pairs(items, 'alias', 'email', 'enabled');
  const names = (items: readonly object[]) => pairs(items, 'name');

  it('ldif, read again, has the same accounts, groups, roles and memberships', async () => {
    const file = path.join(folder, 'directory.ldif');
    const text = await exported.file('ldif');
    fs.writeFileSync(file, text);
    // Only safe text, and no line that is none of an entry.
    for (const line of text.toString('latin1').split('\n'))
      expect(line).toMatch(/^$|^[A-Za-z]+: [!-9;=-~]([ -~]*[!-~])?$|^\w+:: [\w+/=]+$/);
    const reading = await readSource(ldap, { ldif: file });
    expect(rejectionsOf(reading)).toEqual([]);
    const accounts = await all('accounts');
    const landed = recordsOf(reading, 'Account');
    expect(landedIds(reading, 'Account')).toEqual(idsOf(accounts));
    const isWhole = new Set(accounts.filter(withEmail).map(({ globalId }) => globalId));
    expect(facts(landed.filter(({ id }) => isWhole.has(id)))).toEqual(facts(accounts.filter(withEmail)));
    expect(pairs(landed, 'id', 'enabled')).toEqual(pairs(accounts, 'globalId', 'enabled'));
    const groups = await all('user-groups');
    expect(landedIds(reading, 'UserGroup')).toEqual(idsOf(groups));
    expect(names(recordsOf(reading, 'UserGroup'))).toEqual(names(groups));
    const roles = [...(await all('roles')), ...(await all('permission-sets'))];
    expect(landedIds(reading, 'Role')).toEqual(idsOf(roles));
    const there = new Set([...accounts, ...groups, ...roles].map(({ globalId }) => globalId));
    const holders = new Set([...groups, ...roles].map(({ globalId }) => globalId));
    const known = (await all('entity-managed-via-object')).filter(
      item => there.has(item.globalEntityId) && holders.has(item.globalManagedViaObjectId),
    );
    expect(distinct(pairs(recordsOf(reading, 'EntityManagedViaObject'), 'entityId', 'managedViaObjectId'))).toEqual(
      distinct(pairs(known, 'globalEntityId', 'globalManagedViaObjectId')),
    );
  });

  it('vezaOaa, read again, has the same users, groups, resources, memberships and permissions', async () => {
    const whole = JSON.parse(String(await exported.file('vezaOaa')));
    const sources = served.config.tenants[0]!.sources;
    expect(whole.applications.map(({ name }: Item) => name).toSorted()).toEqual(sources.map(({ id }) => id).toSorted());
    let [granted, contained] = [0, 0];
    for (const { id, application_instance_id: instance } of sources) {
      const filterBy = [{ dataType: 'string', field: 'applicationInstanceId', filterType: 'eq', values: [instance] }];
      const file = path.join(folder, 'payload.json');
      fs.writeFileSync(file, await exported.file('vezaOaa', { filterBy }));
      const reading = await readSource(vezaOaa, { path: file });
      expect([id, rejectionsOf(reading)]).toEqual([id, []]);
      const ofInstance = async (collection: string) =>
        (await all(collection)).filter(item => item.objectMetadata.ApplicationInstanceId === instance);
      const accounts = await ofInstance('accounts');
      expect(landedIds(reading, 'Account')).toEqual(idsOf(accounts));
      const landed = recordsOf(reading, 'Account');
      expect(pairs(landed, 'id', 'alias', 'enabled')).toEqual(pairs(accounts, 'globalId', 'alias', 'enabled'));
      const holders = (
        await Promise.all(['user-groups', 'roles', 'permission-sets'].map(each => ofInstance(each)))
      ).flat();
      expect(pairs(recordsOf(reading, 'UserGroup'), 'id', 'name')).toEqual(pairs(holders, 'globalId', 'name'));
      const lastId = (key: unknown) => String(key).split('.').at(-1)!;
      const resources = [...(await ofInstance('resource-instances')), ...(await ofInstance('assigned-applications'))];
      expect(landedIds(reading, 'ResourceInstance').map(lastId).toSorted()).toEqual(idsOf(resources));
      contained += recordsOf(reading, 'ResourceInstanceContainsResourceInstance').length;

      const identities = new Set([...accounts, ...holders].map(({ globalId }) => globalId));
      const isHolder = new Set(holders.map(({ globalId }) => globalId));
      const memberships = (await ofInstance('entity-managed-via-object')).filter(
        item => identities.has(item.globalEntityId) && isHolder.has(item.globalManagedViaObjectId),
      );
      expect(pairs(recordsOf(reading, 'EntityManagedViaObject'), 'entityId', 'managedViaObjectId')).toEqual(
        distinct(pairs(memberships, 'globalEntityId', 'globalManagedViaObjectId')),
      );
      const objects = new Set(resources.map(({ globalId }) => globalId));
      for (const each of await ofInstance('integrated-applications')) objects.add(each.globalId);
      const grants = (await ofInstance('entity-assigned-access-to-object')).filter(
        ({ globalEntityId, globalAssignedObjectId, entitlementSpecification }) =>
          identities.has(globalEntityId) &&
          objects.has(globalAssignedObjectId) &&
          entitlementSpecification?.reasonSpecificData?.type !== 'Denial' &&
          entitlementSpecification?.reasonSpecificData?.enabled !== false,
      );
      const flags = ['isRead', 'isUpdate', 'isCreate', 'isDelete', 'isExecute'];
      const granting = (entity: string, object: string, specification: Item) => {
        const { name = 'access', permissions } = specification?.reasonSpecificData ?? {};
        return [entity, object, name.replace(/ #\d+$/, ''), ...flags.map(flag => permissions?.[flag] === true)].join(
          ' ',
        );
      };
      const applications = new Set((await ofInstance('integrated-applications')).map(({ globalId }) => globalId));
      const [first, second] = [
        recordsOf(reading, 'EntityAssignedAccessToObject').map(record =>
          granting(
            record.entityId as string,
            record.assignedObjectType === 'ResourceInstance' ? lastId(record.assignedObjectId) : 'application',
            record.entitlementSpecification,
          ),
        ),
        grants.map(item =>
          granting(
            item.globalEntityId,
            applications.has(item.globalAssignedObjectId) ? 'application' : item.globalAssignedObjectId,
            item.entitlementSpecification,
          ),
        ),
      ];
      expect([id, distinct(first.toSorted())]).toEqual([id, distinct(second.toSorted())]);
      granted += grants.length;
    }
    expect(granted).toBeGreaterThan(hostileNames.length - 1);
    // The sample records contain nothing but themselves.
    if (served === test) expect(contained).toBeGreaterThan(0);
  });
});
