// The descriptions of docs/own-api.md against an API that answers as the page says; the conformance suite on descriptions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { loadConnector } from '../../../src/deployment/sources/own-connector.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { readSource } from '../../support/simulators/reading.ts';
import { type ApiAnswer, type ApiRequest, apiCheck, apiRead, scriptedApi } from './scripted-api.ts';
import { sourceFolder } from './source-folder.ts';

const page = readFileSync(new URL('../../../docs/own-api.md', import.meta.url), 'utf8');

/** Text of the fenced block with this heading. */
const block = (heading: string) => page.split(`\`\`\`${heading}\n`)[1]!.split('```')[0]!;

function tracker({ path, headers }: ApiRequest): ApiAnswer | undefined {
  if (headers.authorization !== 'Bearer s3cret-value') return { status: 401 };
  if (path === 'users') return { body: block('json users') };
  return path === 'teams/core/roles' ? { body: [{ user: 4711, role: 'maintainer' }] } : undefined;
}

describe('the page', () => {
  test('reads what it says', async () => {
    const api = await scriptedApi(tracker);
    const folder = sourceFolder({ 'config/tracker.yaml': block('yaml description') });
    const http = { url: api.url, headers: { authorization: 'Bearer s3cret-value' } };
    const source = { settings: customApplication.settings.parse({ folder, http }) };
    expect((await apiCheck(source)).problems).toEqual([]);
    expect((await apiRead(source, 'Account')).records).toEqual([
      { id: '4711', alias: 'ada', type: 'User', name: 'Ada Noë', email: 'ada@one.example', enabled: true },
      { id: '4712', alias: 'bob', type: 'User', name: 'Bob', enabled: false },
    ]);
    expect((await apiRead(source, 'UserGroup')).records.map(({ id }) => id)).toEqual(['core', 'web']);
    expect((await apiRead(source, 'EntityManagedViaObject')).records.map(({ id }) => id)).toEqual([
      'Account:4711>UserGroup:core',
      'Account:4711>UserGroup:web',
      'Account:4711>Role:maintainer',
    ]);
    expect(page).toContain(
      '{"id":"4711","alias":"ada","type":"User","name":"Ada Noë","email":"ada@one.example","enabled":true}',
    );
  });

  test('has descriptions that editors accept', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../connectors/custom-application/config.schema.json', import.meta.url), 'utf8'),
    );
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    for (const heading of ['yaml description', 'yaml tickets', 'yaml bamboohr']) {
      validate(parse(block(heading)));
      expect(validate.errors).toBe(null);
    }
    for (const heading of ['yaml members', 'yaml pushed', 'yaml operations']) {
      validate(parse(`application: { name: X }\n${block(heading).replace(/^application.*/, '')}`));
      expect(validate.errors).toBe(null);
    }
    validate(parse(block('yaml tickets').replace('paging:', 'pages:')));
    expect(JSON.stringify(validate.errors)).toContain('pages');
  });

  test('has the connector of CONTRIBUTING.md as a description', async () => {
    const users = [
      { id: '1', login: 'ada', mail: 'ada@one.example', active: true },
      { id: '2', login: 'bob', mail: 'bob@one.example', active: false },
    ];
    const api = await scriptedApi(({ query }) =>
      query.get('after') === '1' ? { body: { users: [users[1]] } } : { body: { users: [users[0]], next: '1' } },
    );
    const folder = sourceFolder({ 'config/tickets.yaml': block('yaml tickets') });
    const source = { settings: customApplication.settings.parse({ folder, http: { url: api.url } }) };
    expect((await apiRead(source, 'Account')).records).toEqual(
      users.map(({ id, login, mail, active }) => ({ id, alias: login, email: mail, type: 'User', enabled: active })),
    );
  });
});

test('the page has a real system as a description and as a connector, which land the same', async () => {
  const users = {
    7: {
      id: 7,
      firstName: 'Ada',
      lastName: 'Noë',
      email: 'ada@one.example',
      status: 'enabled',
      lastLogin: '2026-01-02T03:04:05.000Z',
    },
    8: { id: 8, firstName: 'Bob', lastName: 'Lee', email: 'bob@one.example', status: 'disabled' },
    9: { id: 9, firstName: 'Eve', lastName: 'Old', email: 'eve@one.example', status: 'archived' },
    none: { firstName: 'No', lastName: 'Id', email: 'x@one.example', status: 'enabled' },
  };
  const api = await scriptedApi(({ path, headers }) =>
    path === 'meta/users' && headers.authorization === `Basic ${btoa('key:x')}` ? { body: users } : { status: 403 },
  );
  const kit = new URL('../../../src/connector/index.ts', import.meta.url).href;
  const written = block('js bamboohr').replace("'rolecall/connector'", JSON.stringify(kit));
  const folder = sourceFolder({ 'config/hr.yaml': block('yaml bamboohr'), 'own/index.js': written });
  const authentication = { username: 'key', password: 'x' };
  const http = { url: api.url, authentication };
  const described = await apiRead({ settings: customApplication.settings.parse({ folder, http }) }, 'Account');
  expect(described.records.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['7', true],
    ['8', false],
    ['9', undefined],
  ]);
  const connector = await loadConnector('./own', folder);
  const read = async (key: string) => (await readSource(connector, { url: api.url, api_key: key })).get('Account')!;
  const reading = await read('key');
  expect([...reading.records.values()]).toEqual(described.records);
  expect([reading.rejected, described.rejected]).toMatchObject([
    [{ reasons: ['has no id'] }],
    [{ reasons: ['`id` is empty: the row has nothing in the column `value.id`'] }],
  ]);
  expect((await read('wrong')).gaps).toMatchObject([{ reason: 'forbidden', missing: 'objects' }]);
});

describe('the conformance suite passes for a description of', () => {
  const rows = Array.from({ length: 2_300 }, (_, index) => ({ id: index, name: `Unit ${index}` }));

  test('an API, with lists below lists', async () => {
    const api = await scriptedApi(({ path, query, headers }) => {
      if (headers.authorization !== 'Bearer s3cret-value') return { status: 401 };
      const from = Number(query.get('offset') ?? 0);
      if (path === 'units') return { body: { rows: rows.slice(from, from + 500), total: rows.length } };
      if (path === 'groups') return { body: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };
      return { body: rows.slice(0, 700).map(({ id }) => ({ login: `${path}-${id}` })) };
    });
    const description = `application: { name: X }
requests:
  units: { path: units, items: rows, total: total, paging: { offset: { parameter: offset } } }
  groups: { path: groups }
  members: { path: "groups/{id}/members", parent: groups }
objects:
  Department: { request: units, fields: { id: id, name: name } }
  UserGroup: { request: groups, fields: { id: id, name: id } }
  Account: { request: members, fields: { id: login, alias: login, type: { constant: User } } }
`;
    const http = { url: api.url, authentication: { bearer_token: 's3cret-value' } };
    const folder = sourceFolder({ 'config/x.yaml': description });
    expect(await brokenRules(customApplication, customApplication.settings.parse({ folder, http }) as never)).toEqual(
      [],
    );
  });

  test('files of JSON, and of queries', async () => {
    const description = `application: { name: X }
queries: { units: { sql: "SELECT id, name FROM units" } }
objects:
  Department: { query: units, fields: { id: id, name: name } }
  UserGroup: { file: units.json, fields: { id: id, name: name } }
  Role: { file: units.jsonl, fields: { id: id, name: name, type: { constant: Custom } } }
`;
    const folder = sourceFolder({
      'config/x.yaml': description,
      'rawdata/units.json': JSON.stringify(rows),
      'rawdata/units.jsonl': rows.map(row => JSON.stringify(row)).join('\n'),
    });
    const file = join(folder, 'units.sqlite');
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE units (id INTEGER, name TEXT)');
    const insert = database.prepare('INSERT INTO units VALUES (?, ?)');
    for (const { id, name } of rows) insert.run(id, name);
    database.close();
    const settings = customApplication.settings.parse({ folder, sql: { sqlite: { file } } });
    expect(await brokenRules(customApplication, settings as never)).toEqual([]);
  });
});
