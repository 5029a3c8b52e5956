// Answers of a running service against its OpenAPI document, judged by a validator that is not ours: every list and item, lists with
// only some fields, and what else can be read. The types of results are those that the models name.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/resources/json-schema.ts';
import { type ServedCollection, collections as served } from '../../../src/resources/registry.ts';
import { everyType } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { type Answer, instanceOf, startService, type TestService } from '../../support/service/service.ts';

interface Declared {
  /** Of an error, whose body is the envelope. */
  readonly $ref?: string;
  readonly content?: Record<string, unknown>;
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Declared> }>>;
  readonly components: JsonSchema;
}

let test: TestService;
let send: Send;
let document: Document;
let ajv: Ajv2020;

beforeAll(async () => {
  test = await startService({
    sources: { first: everyType(5), second: everyType(5) },
    settings: { query: { memory_mb: 256, processes: 2, time: '20s' } },
    work: ['extract', 'build'],
    synced: true,
  });
  send = sendAs(test, await test.token());
  document = (await test.app.inject('/openapi.json')).json();
  ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
  ajv.addVocabulary(['components', 'paths']);
  const { components, paths } = document;
  ajv.addSchema({ $id: 'https://document.test/', components, paths }, undefined, false, false);
});
afterAll(() => test.close());

/** What is wrong with an answer, by the document. */
function faults(path: string, { status, body }: Answer): unknown {
  const declared = document.paths[path]!['get']!.responses[status];
  if (!declared) return `${path} answered ${status}, which is not documented`;
  if (declared.$ref !== undefined) return validIn('Error', body) ? undefined : { path, status, errors: ajv.errors };
  if (declared.content === undefined) return body === undefined ? undefined : `${path}: a body that is not documented`;
  const step = path.replaceAll('~', '~0').replaceAll('/', '~1');
  const place = encodeURI(`#/paths/${step}/get/responses/${status}/content/application~1json/schema`);
  const validate = ajv.compile({ $ref: `https://document.test/${place}` });
  return validate(body) ? undefined : { path, status, errors: validate.errors?.slice(0, 3) };
}

/** A page may be whole or partial, so the schema of one kind is asked for by name. */
function validIn(component: string, body: unknown): boolean {
  return ajv.validate(`https://document.test/#/components/schemas/${component}`, body);
}

describe('an answer is as the document says:', () => {
  it.each(served)('the list and an item of $collection.path', async ({ resource, collection }) => {
    const { path } = collection;
    const list = await test.get(`${path}?pageSize=3`);
    expect(list.status).toBe(200);
    expect(faults(path, list)).toBeUndefined();
    expect(validIn(`${resource.type}List`, list.body), JSON.stringify(ajv.errors?.slice(0, 3))).toBe(true);
    const searched = await test.get(`${path}?skip=1&sort=${resource.edge ? '' : 'globalId'}`);
    expect(faults(path, searched)).toBeUndefined();
    const [item] = list.body.items;
    if (item?.globalId === undefined) return;
    expect(faults(`${path}/{id}`, await test.get(`${path}/${item.globalId}`))).toBeUndefined();
    expect(faults(`${path}/{id}`, await test.get(`${path}/${test.service.tenant().name}`))).toBeUndefined();
  });

  const ofObjects = (each: ServedCollection) => !each.resource.edge;
  it.each(served.filter(ofObjects))('$collection.path with only some fields', async ({ resource, collection }) => {
    for (const field of Object.keys(resource.fields)) {
      const list = await test.get(`${collection.path}?pageSize=2&fields=${field}`);
      expect(faults(collection.path, list)).toBeUndefined();
      const isValid = validIn(`Partial${resource.type}List`, list.body);
      expect(isValid, `${field}: ${JSON.stringify(ajv.errors?.slice(0, 3))}`).toBe(true);
      for (const item of list.body.items) expect([[], [field]]).toContainEqual(Object.keys(item));
    }
  });

  it('a page that lacks required fields is no whole page', async () => {
    const { body } = await test.get('/v1/accounts?pageSize=2&fields=alias');
    expect(body.items.length).toBe(2);
    expect(validIn('AccountList', body)).toBe(false);
  });

  it('everything else that can be read', async () => {
    const found: unknown[] = [];
    const isList = (path: string) => served.some(({ collection }) => path.startsWith(collection.path));
    const others = Object.entries(document.paths).filter(([path, { get }]) => get && !isList(path));
    const ids = { sourceId: 'first', id: instanceOf(test, 'first') } as Record<string, string>;
    for (const [path] of others) {
      // A stream does not end, and the answers of a session need a browser.
      if (path === '/v1/events' || path === '/v1/session') continue;
      const answer = await test.get(path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? ids['id']!));
      const fault = faults(path, answer);
      if (fault !== undefined) found.push(fault);
    }
    expect(found).toEqual([]);
    expect(others.length).toBeGreaterThan(20);
  });
});

it('the columns of results have the types that the models name, for every table', async () => {
  const { items } = (await test.get('/v1/schema/models')).body;
  let columns = 0;
  for (const model of items) {
    for (const table of model.tables) {
      const query = { query_string: `SELECT * FROM ${model.name}."${table.name}" LIMIT 1` };
      const { status, body } = await send('POST', '/v1/query/execute', query);
      expect(status, JSON.stringify(body)).toBe(200);
      const named = table.columns.map(({ name, type }: Record<string, string>) => ({ name, type }));
      expect({ table: table.name, columns: body.columns }).toEqual({ table: table.name, columns: named });
      columns += named.length;
    }
  }
  expect(columns).toBeGreaterThan(300);
});
