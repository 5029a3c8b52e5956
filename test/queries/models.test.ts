// The semantic model: every field reachable and described, and the same values as the API serves.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Model, models } from '../../src/queries/models.ts';
import { columnName, resourceViews } from '../../src/queries/resource-views.ts';
import { landableFields, type Resource } from '../../src/resources/define.ts';
import { landingSchema } from '../../src/resources/json-schema.ts';
import { resources } from '../../src/resources/registry.ts';
import { recordsOf } from '../resources/records.ts';
import { type ModelDatabase, openModels } from '../support/model-database.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService } from '../support/service/service.ts';

/** Records with every kind of value in every field. */
function filledRecords(resource: Resource) {
  const { required } = landingSchema(resource) as { required: string[] };
  const records = fc.sample(recordsOf(landableFields(resource), required), { numRuns: 40, seed: 7 });
  return records.map((record, index) => ({ ...record, id: `${resource.type}-${index}` }));
}

const landed = resources.filter(resource => resource.madeBy === 'connectors');
let test: TestService;
let database: ModelDatabase;
let model: Model;

beforeAll(async () => {
  const script = Object.fromEntries(landed.map(resource => [resource.type, pagesOf(filledRecords(resource))]));
  test = await startService({ sources: { app: script } });
  await test.sync([], true);
  database = await openModels(test);
  model = (await models())[0]!;
});
afterAll(async () => {
  database?.close();
  await test?.close();
});

const tableNames = new Map(resourceViews().map(({ resource, name }) => [resource, name]));

/** The view whose columns are a resource's fields. */
function tableOf({ type }: Resource) {
  return model.tables.find(({ name }) => name === tableNames.get(type))!;
}

const flattened: Record<string, Record<string, string>> = {
  objectMetadata: {
    ApplicationInstanceId: 'application_instance_id',
    GeneratedTime: 'generated_time',
    Profile: 'profile',
    ObjectOrRelationshipType: 'object_or_relationship_type',
  },
  serviceObjectMetadata: { enrichmentVersion: 'enrichment_version', generatedTime: 'enrichment_generated_time' },
};

describe('the model service_identity', () => {
  it.each(resources)('has a column for every field of $type', resource => {
    const columns = tableOf(resource).columns.map(column => column.name);
    const expected = Object.keys(resource.fields).flatMap(field =>
      field in flattened ? Object.values(flattened[field]!) : [columnName(field)],
    );
    expect(columns).toEqual(expect.arrayContaining(expected));
  });

  it('describes every table and column, and gives each column a type', () => {
    expect(model.tables.length).toBeGreaterThan(resources.length + 8);
    for (const { name, description, columns } of model.tables) {
      expect(description, name).toMatch(/\S/);
      expect(new Set(columns.map(column => column.name)).size, name).toBe(columns.length);
      for (const column of columns) {
        expect(column.description, `${name}.${column.name}`).toMatch(/\S/);
        expect(column.type, `${name}.${column.name}`).toMatch(/^[A-Z]/);
      }
    }
  });

  it('names the source of every row that was read', async () => {
    const tables = model.tables.filter(({ columns }) => columns.some(({ name }) => name === 'source_id'));
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'accounts',
        'roles',
        'user_groups',
        'access_assignments',
        'memberships',
        'group_members',
      ]),
    );
    for (const resource of landed) {
      const [row] = await database.rows(
        `SELECT count(*)::INTEGER AS rows, count(*) FILTER (source_id = 'app')::INTEGER AS named FROM ${tableOf(resource).name}`,
      );
      // The service adds its own rules, which belong to no source, and their violations.
      const isAddedTo = resource.type.startsWith('Risk');
      expect(isAddedTo ? Number(row!['named']) >= 40 : row, resource.type).toEqual(
        isAddedTo || { rows: 40, named: 40 },
      );
    }
  });

  it('keeps timestamps, ids, lists and nested objects as such', () => {
    const types = Object.fromEntries(
      model.tables.find(({ name }) => name === 'accounts')!.columns.map(c => [c.name, c.type]),
    );
    expect(types).toMatchObject({
      global_id: 'UUID',
      created_date: 'TIMESTAMP',
      hash_identifiers: 'VARCHAR[]',
      created_by_federation: 'STRUCT("isFederated" BOOLEAN, "authenticationKey" VARCHAR)',
      profile_metadata: 'STRUCT("id" VARCHAR, "name" VARCHAR, "namespace" VARCHAR, "type" VARCHAR, "value" JSON)[]',
    });
  });
});

const moment = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?Z?$/;

/** Both sides in one form: absent members left out, moments independent of their notation, numbers as numbers. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'string' && moment.test(value))
    return new Date(value.replace(' ', 'T').replace(/Z?$/, 'Z')).getTime();
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

function asRow(item: Item): Item {
  const entries = Object.entries(item as Record<string, Item>).flatMap(([field, value]) =>
    field in flattened
      ? Object.entries(flattened[field]!).map(([member, column]) => [column, value[member]])
      : [[columnName(field), value]],
  );
  return plain(Object.fromEntries(entries));
}

const byGlobalId = (rows: Item[]) => rows.toSorted((left, right) => (left.global_id < right.global_id ? -1 : 1));

const objects = resources.filter(resource => resource.kind !== 'edge');

describe('a row of the model is what the API serves', () => {
  it.each(objects)('$type', async resource => {
    const items = await test.everyItem(resource.collections[0]!.path);
    expect(items.length).toBeGreaterThan(20);
    const names = Object.keys(resource.fields).flatMap(field =>
      field in flattened ? Object.values(flattened[field]!) : [columnName(field)],
    );
    const rows = await database.rows(
      `SELECT to_json(row) AS json FROM (SELECT ${names.map(name => `"${name}"`).join(', ')} FROM ${tableOf(resource).name}) AS row`,
    );
    const found = rows.map(row => plain(JSON.parse(row.json as string)));
    expect(byGlobalId(found)).toEqual(byGlobalId(items.map(asRow)));
  });

  it.each(landed.filter(resource => resource.kind === 'edge'))('$type', async resource => {
    const edges = await test.everyItem(resource.collections[0]!.path);
    const { parent, child } = resource.edge!;
    const rows = await database.rows(
      `SELECT format('(:${parent} {{id: "{}"}})-[:Contains {{id: "{}"}}]->(:${child} {{id: "{}"}})',
         global_parent_id::VARCHAR, global_id::VARCHAR, global_child_id::VARCHAR) AS edge
       FROM ${tableOf(resource).name} ORDER BY application_instance_id, global_id`,
    );
    expect(edges.length).toBeGreaterThan(20);
    expect(rows.map(row => row.edge)).toEqual(edges);
  });

  it('non-human identities, in any order', async () => {
    const items = await test.everyItem('/v1/non-human-identities');
    const rows = await database.rows('SELECT global_id FROM non_human_identities ORDER BY ALL');
    expect(items.length).toBeGreaterThan(5);
    expect(rows.map(row => row.global_id)).toEqual(items.map(item => item.globalId).toSorted());
  });
});

describe('GET /v1/schema/models', () => {
  it('lists tables with columns, types and descriptions', async () => {
    const { status, body } = await test.get('/v1/schema/models');
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        name: 'service_identity',
        description: expect.stringContaining('who can reach what'),
        tables: model.tables.map(({ name, description, columns }) => ({ name, description, columns })),
      },
    ]);
  });

  it('needs a token with the scope read', async () => {
    expect((await test.app.inject('/v1/schema/models')).statusCode).toBe(401);
    expect((await test.get('/v1/schema/models', await test.token({ scopes: ['write'] }))).status).toBe(403);
  });
});

describe('the sources', () => {
  it('are listed with their connector, their completeness and the date of their data', async () => {
    const [row] = await database.rows('FROM application_instances');
    expect(row).toMatchObject({
      application_instance_id: instanceOf(test, 'app'),
      source_id: 'app',
      connector: 'scripted',
      is_complete: true,
    });
    expect(Date.now() - Date.parse(`${row!.newest_read_at}Z`)).toBeLessThan(3_600_000);
    const [account] = await database.rows(`SELECT status, rows, gaps FROM source_completeness WHERE type = 'Account'`);
    expect(account).toMatchObject({ status: 'Complete', rows: '40' });
    expect(account!['gaps']).toContainEqual(expect.objectContaining({ subject: 'creators', missing: 'fields' }));
  });

  it('are unknown in a version of a release that did not record them, and all other tables can be queried', async () => {
    const old = await openModels(test, ['application_instances', 'container_nesting', 'Person']);
    expect(await old.rows('FROM application_instances')).toEqual([]);
    expect(await old.rows('SELECT count(*) AS count FROM accounts')).toEqual([{ count: '40' }]);
    expect(await old.rows('SELECT DISTINCT hops FROM account_access WHERE hops > 1')).toEqual([]);
    old.close();
  });
});
