// Documents for other programs: exported and read again by the connector of their form, they say what the API says.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opengraph } from '../../connectors/opengraph/index.ts';
import { type Exporting, exportsAs } from '../support/exports.ts';
import { startOrganisation } from '../support/organisation.ts';
import { type Item, instanceOf, type TestService, temporaryFolder } from '../support/service/service.ts';
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
