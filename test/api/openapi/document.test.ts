// The OpenAPI document: complete, consistent, and with the exact methods and paths of the interface.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { type Operation, routePath } from '../../../src/api/contract/operation.ts';
import { openApiDocument } from '../../../src/api/openapi/document.ts';
import { allOperations } from '../../../src/api/openapi/interface-document.ts';
import { contractOperations } from '../../../src/api/openapi/operations.ts';
import type { JsonSchema } from '../../../src/resources/json-schema.ts';
import { collections } from '../../../src/resources/registry.ts';
import { knownOperations } from './known-operations.ts';

const operations = allOperations();
const options = {
  baseUrl: 'https://api.example.com/{environment}',
  authUrl: 'https://auth.example.com/{environment}',
  title: 'Rolecall',
  version: '1.0.0',
  operations,
};

interface Document {
  openapi: string;
  info: JsonSchema;
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<
      string,
      { flows: { clientCredentials: { tokenUrl: string; scopes: Record<string, string> } } }
    >;
  };
}

interface OperationObject {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  responses: Record<string, JsonSchema>;
  security: Record<string, string[]>[];
}

const document = openApiDocument(options) as unknown as Document;
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    path,
    method,
    operation,
    name: `${method.toUpperCase()} ${path}`,
  })),
);

function operationAt(method: string, path: string): OperationObject {
  return document.paths[path]![method]!;
}

/** Every value of a property name, at any depth. */
function valuesOf(property: string, value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === property && typeof member === 'string' ? [member] : []),
    ...valuesOf(property, member),
  ]);
}

function resolve(reference: string): unknown {
  const steps = reference.replace('#/', '').split('/');
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

describe('the document', () => {
  test('is OpenAPI 3.1 and plain JSON', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Rolecall', version: '1.0.0' } });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('refers only to components that it contains', () => {
    const references = valuesOf('$ref', document) as string[];
    expect(references.length).toBeGreaterThan(300);
    expect(references.filter(reference => resolve(reference) === undefined)).toEqual([]);
  });

  test('has no component that nothing refers to', () => {
    const references = new Set(valuesOf('$ref', document));
    const unused = Object.keys(document.components.schemas).filter(
      name => !references.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });

  test('has schemas that a strict validator compiles', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
    ajv.addVocabulary(['components']);
    ajv.addSchema({ $id: 'https://document.test/', components: document.components }, undefined, false, false);
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `https://document.test/#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  test('gives every operation a unique id, and declares every parameter of its path', () => {
    expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { path, operation, name } of described) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const parameters = (operation.parameters ?? []).filter(parameter => parameter.in === 'path');
      expect(
        parameters.map(parameter => parameter.name),
        name,
      ).toEqual(inPath);
      expect(
        parameters.every(parameter => parameter.required),
        name,
      ).toBe(true);
    }
  });
});

describe('addresses and scopes', () => {
  const flow = document.components.securitySchemes['clientCredentials']!.flows.clientCredentials;

  test('name the deployment as a variable', () => {
    expect(document.servers).toMatchObject([
      { url: 'https://api.example.com/{environment}', variables: { environment: { default: 'prod' } } },
    ]);
    expect(Object.keys(flow.scopes)).toEqual([
      'https://api.example.com/{environment}/read',
      'https://api.example.com/{environment}/annotate',
      'https://api.example.com/{environment}/write',
      'https://api.example.com/{environment}/admin',
    ]);
    expect(flow.scopes['https://api.example.com/{environment}/admin']).toMatch(/audit log/);
    expect(flow.tokenUrl).toBe('https://auth.example.com/prod/oauth2/token');
  });

  test('have no variable where the address has none', () => {
    const local = openApiDocument({ ...options, baseUrl: 'http://127.0.0.1:8080', authUrl: 'http://127.0.0.1:8080' });
    expect((local as unknown as Document).servers).toEqual([{ url: 'http://127.0.0.1:8080' }]);
  });

  test.each([
    ['get', '/v1/roles', 'read'],
    ['post', '/v1/query/execute', 'read'],
    ['post', '/v1/downloads', 'read'],
    ['get', '/v1/action-jobs/{id}/results', 'read'],
    ['get', '/v1/audit-events', 'admin'],
    ['post', '/v1/action-jobs/{id}/revert', 'write'],
  ])('%s %s needs the %s scope', (method, path, scope) => {
    const clientCredentials = [`${options.baseUrl}/${scope}`];
    const session = { session: [], ...(method !== 'get' && { csrfToken: [] }) };
    expect(operationAt(method, path).security).toEqual([{ clientCredentials }, { accessToken: [] }, session]);
  });

  test.each([
    ['post', '/v1/accounts/{id}/disable'],
    ['delete', '/v1/roles/{id}/assignees/{accountId}'],
  ])('%s %s needs the write scope, or annotate for a preview or a proposal', (method, path) => {
    const ofClients = ['write', 'annotate'].map(scope => ({ clientCredentials: [`${options.baseUrl}/${scope}`] }));
    expect(operationAt(method, path).security).toEqual([
      ...ofClients,
      { accessToken: [] },
      { session: [], csrfToken: [] },
    ]);
  });

  test.each([
    ['post', '/v1/query/saved-queries'],
    ['post', '/v1/risk-violations/{id}/accept'],
  ])('%s %s needs the annotate scope, or write, which includes it', (method, path) => {
    const [annotate, write, ...others] = operationAt(method, path).security as object[];
    expect([annotate, write]).toEqual(
      ['annotate', 'write'].map(scope => ({ clientCredentials: [`${options.baseUrl}/${scope}`] })),
    );
    expect(others).toEqual([{ accessToken: [] }, { session: [], csrfToken: [] }]);
  });

  test('an operation without scope needs no token', () => {
    const health: Operation = {
      method: 'GET',
      path: '/healthz',
      operationId: 'getHealth',
      tag: 'Health',
      summary: 'Is the process alive?',
      scope: 'none',
      parameters: [],
      responses: { 200: { description: 'Alive' } },
      errors: [],
    };
    const { paths } = openApiDocument({ ...options, operations: [health] }) as unknown as Document;
    expect(paths['/healthz']!['get']!.security).toEqual([]);
  });
});

describe('collections', () => {
  test.each(collections.map(({ collection }) => collection.path))('%s has a list and a get', path => {
    const list = operationAt('get', path);
    expect(list.parameters?.map(parameter => parameter.name)).toEqual([
      'pageSize',
      'pageToken',
      'skip',
      'applicationInstanceId',
      'filter',
      'sort',
      'fields',
      'asOf',
      'waitForJob',
      'Prefer',
      'If-None-Match',
    ]);
    expect(list.parameters?.[0]?.schema).toEqual({
      type: 'integer',
      format: 'int32',
      default: 50,
      minimum: 1,
      maximum: 200,
    });
    const statuses = ['200', '304', '400', '401', '403', '404', '408', '409', '410', '417', '429', '431', '500', '503'];
    expect(Object.keys(list.responses)).toEqual(statuses);
    expect(Object.keys(operationAt('get', `${path}/{id}`).responses)).toEqual(statuses);
  });

  test('serve what the registry declares', () => {
    const accounts = {
      anyOf: [{ $ref: '#/components/schemas/AccountList' }, { $ref: '#/components/schemas/PartialAccountList' }],
    };
    for (const path of ['/v1/accounts', '/v1/non-human-identities']) {
      expect(operationAt('get', path).responses['200']).toMatchObject({
        content: { 'application/json': { schema: accounts } },
      });
    }
    expect(document.components.schemas['AccountList']).toMatchObject({
      required: ['items'],
      properties: { items: { items: { $ref: '#/components/schemas/Account' } } },
    });
    expect(document.components.schemas['DepartmentContainsDepartment']).toMatchObject({ type: 'string' });
  });
});

describe('the other operations', () => {
  test('are those of the interface and its extensions', () => {
    expect(contractOperations.map(operation => `${operation.method} ${routePath(operation)}`).sort()).toEqual(
      knownOperations.toSorted(),
    );
  });

  test('declare an idempotency key for every accepted change (202)', () => {
    const changes = contractOperations.filter(({ responses }) => 202 in responses);
    expect(changes).toHaveLength(18);
    for (const { parameters, operationId } of changes) {
      expect(
        parameters.map(parameter => parameter.name),
        operationId,
      ).toContain('Idempotency-Key');
    }
  });

  test.each([
    ['SavedQueryCreation', { name: 'a', query_string: 'SELECT 1' }, true],
    ['SavedQueryCreation', { name: '', query_string: 'SELECT 1' }, false],
    ['SavedQueryCreation', { name: 'a'.repeat(201), query_string: 'SELECT 1' }, false],
    ['SavedQueryCreation', { name: 'a', query_string: 'x'.repeat(100_001) }, false],
    ['SavedQueryCreation', { name: 'a', query_string: 'x', description: 'x'.repeat(2001) }, false],
    ['SavedQueryCreation', { name: 'a', query_string: 'x', colour: 'red' }, false],
    ['SavedQueryUpdate', { name: 'a', query_string: 'x', model: 'm' }, false],
    ['QueryExecution', { query_string: 'SELECT 1', parameters: { n: [1, null] } }, true],
    ['QueryExecution', { query_string: 'SELECT 1', page_size: 10_001 }, false],
    ['AccountSelection', { ids: [] }, false],
    ['DownloadCreation', { context: 'identities', params: { sortBy: [{ field: 'id', sortType: 'asc' }] } }, true],
    ['DownloadCreation', { context: 'everything' }, false],
    ['UserGroupCreation', { applicationInstanceId: 'x', groupName: 'g' }, false],
  ])('%s takes %j: %s', (name, body, right) => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
    expect(ajv.compile(document.components.schemas[name]!)(body)).toBe(right);
  });
});

// The page at /docs makes up a value that fits a pattern: the year 7600, and a hundred decimals of a second.
test('every time that a client may send has an example', () => {
  const without: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { format, pattern, examples } = value as JsonSchema;
    if (format === 'date-time' && pattern !== undefined && examples === undefined) without.push(path);
    for (const [name, part] of Object.entries(value)) look(part, `${path}/${name}`);
  };
  look(document, '');
  expect(without).toEqual([]);
});
