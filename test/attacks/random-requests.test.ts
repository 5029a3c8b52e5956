// Random requests over every operation of the OpenAPI document: none makes the service fail. A failure prints the request, and the
// seed that reproduces it.
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../support/long-tests.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { createRandomJson, type RandomJson, type Schema } from '../support/random-json.ts';
import { everyType } from '../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../support/service/service.ts';

const mostRequests = isLong ? 100_000 : 500;
const atOnce = 8;
/** Limit for created ids that later requests use. */
const mostIds = 20;
const seed = testSeed();
const random = createRandom(seed);

interface Declared {
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { content: { 'application/json': { schema: Schema } } };
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string;
}

let test: TestService;
let operations: { method: Asked['method']; path: string; declared: Declared }[];
let json: RandomJson;
let tokens: string[];
/** Ids of existing objects. */
let ids: string[];

beforeAll(async () => {
  test = await startService({
    sources: { first: everyType(5), second: everyType(5) },
    settings: { query: { memory_mb: 256, processes: 2, time: '20s' } },
    work: ['extract', 'build'],
    synced: true,
  });
  const document = (await test.app.inject('/openapi.json')).json();
  // Each operation once, but operations with a body as often as all others together.
  const all = Object.entries(document.paths as Record<string, Record<string, Declared>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => ({
      method: method.toUpperCase() as Asked['method'],
      path,
      declared,
    })),
  );
  const withBody = all.filter(({ declared }) => declared.requestBody && !declared.responses['202']);
  operations = [...all, ...Array.from({ length: all.length }, (_, index) => withBody[index % withBody.length]!)];
  const accounts = (await test.get('/v1/accounts?pageSize=3')).body;
  ids = accounts.items.map((item: { globalId: string }) => item.globalId);
  const instance = instanceOf(test, 'first');
  const everything = await test.token();
  const saved = await test.app.inject({
    method: 'POST',
    url: '/v1/query/saved-queries',
    headers: { authorization: `Bearer ${everything}` },
    payload: { name: 'kept', query_string: 'SELECT :name' },
  });
  ids.push(saved.json().query_id, instance);
  json = createRandomJson(random, document.components.schemas, [
    ...ids,
    'SELECT * FROM accounts',
    'SELECT :name, $1 FROM roles',
    'SELECT count(*) FROM user_groups WHERE name = :name',
    'SELEC',
    'service_identity',
    'name',
    'email',
    'eq',
    'identities',
    '7d',
    '2026-01-01',
    'true',
    '1',
    accounts.nextPageToken,
  ]);
  tokens = [
    ...Array<string>(7).fill(`Bearer ${everything}`),
    `Bearer ${await test.token({ instances: [instance] })}`,
    `Bearer ${await test.token({ scopes: ['read'] })}`,
    'Bearer nonsense',
  ];
});
afterAll(() => test.close());

const chance = (oneIn: number) => random.below(oneIn) === 0;
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function randomRequest(): Asked {
  const { method, path, declared } = random.of(operations);
  const parameters = declared.parameters ?? [];
  const target = path.replaceAll(/\{\w+\}/g, () =>
    encoded(chance(3) ? json.text() : random.of(ids.filter(Boolean))).slice(0, 5000),
  );
  const query = parameters
    .filter(parameter => parameter.in === 'query' && chance(3))
    .map(({ name, schema }) => [name, chance(3) ? json.text() : String(json.of(schema))] as const);
  if (chance(10)) query.push([json.text(), json.text()]);
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`.slice(0, 5000)).join('&');
  const schema = declared.requestBody?.content['application/json'].schema;
  const body = schema && json.of(schema);
  const payload =
    body === undefined && !chance(20) ? undefined : JSON.stringify(chance(2) ? json.bent(body ?? {}) : body);
  return {
    method,
    url: `${target}${search && '?'}${search}`,
    headers: {
      authorization: random.of(tokens),
      ...(payload !== undefined && { 'content-type': chance(30) ? 'text/plain' : 'application/json' }),
      ...(chance(4) && { accept: random.of(['text/csv', 'application/json', 'application/*;q=0.1', 'x/y', '*/*']) }),
      ...(chance(4) && { 'accept-encoding': random.of(['br', 'gzip', '*', 'zstd', 'gzip;q=0']) }),
      ...(chance(5) && { 'idempotency-key': chance(2) ? 'the same key' : encoded(json.text()).slice(0, 300) || 'x' }),
      ...(chance(5) && { 'if-none-match': chance(2) ? '*' : encoded(json.text()) }),
    },
    ...(payload !== undefined && {
      payload: chance(50) ? payload.slice(0, random.below(payload.length + 1)) : payload,
    }),
  };
}

function deletionOf(savedQuery: string): Asked {
  return {
    method: 'DELETE',
    url: `/v1/query/saved-queries/${savedQuery}`,
    headers: { authorization: tokens[0]! },
  };
}

/** Status → number of answers. */
const answered = new Map<number, number>();

interface Outcome {
  /** What is wrong with the answer; undefined for a valid answer. */
  readonly fault?: string;
  /** The id of the object that the request created. */
  readonly made?: string;
}

async function outcomeOf(asked: Asked): Promise<Outcome> {
  const response = await test.app.inject({ ...asked, payloadAsStream: true });
  const { statusCode, headers } = response;
  answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
  // Events end after minutes only.
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    response.stream().destroy();
    return {};
  }
  const payload = await text(response.stream());
  if (statusCode === 201) return { made: String(headers['location']).split('/').at(-1)! };
  if (statusCode < 500) return {};
  const { code, message, error } = JSON.parse(payload);
  if (statusCode === 501 && code === 'NOT_IMPLEMENTED' && message) return {};
  if (statusCode === 503 && code === 'SERVICE_UNAVAILABLE' && message) return {};
  // The form of the Iceberg catalogue.
  if (statusCode === 501 && error?.type === 'UnsupportedOperationException' && error.message) return {};
  const { authorization: _, ...shown } = asked.headers;
  return { fault: `${statusCode} ${payload}: ${JSON.stringify({ ...asked, headers: shown }).slice(0, 3000)}` };
}

it(`random requests never make the service fail (ROLECALL_TEST_SEED=${seed})`, {
  timeout: isLong ? 4 * 3_600_000 : 300_000,
}, async () => {
  const faults: string[] = [];
  let sent = 0;
  for (; sent < mostRequests && faults.length < 10; sent += atOnce) {
    const outcomes = await Promise.all(Array.from({ length: atOnce }, () => outcomeOf(randomRequest())));
    for (const { fault, made } of outcomes) {
      if (fault !== undefined) faults.push(fault);
      if (made === undefined) continue;
      ids[random.below(mostIds)] = made;
      // A random request rarely deletes a saved query that is still there.
      if (chance(4)) await outcomeOf(deletionOf(made));
    }
  }
  expect(faults).toEqual([]);
  // The requests also read and change objects; not all of them are refused. Only many requests meet every status.
  for (const status of isLong ? [200, 201, 204, 304, 400, 401, 403, 404, 409] : [200, 400, 401, 404])
    expect(answered.has(status), `${status}`).toBe(true);
});
