import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/canonical-json.ts';
import { listAudit } from '../../support/audit-log.ts';
import { exportRecords } from '../../support/export-records.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let send: Send;
beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords() }, synced: true });
  send = sendAs(test, await test.token());
});
afterAll(() => test.close());

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
let names = 0;
const query = () => ({ name: `query ${++names}`, query_string: 'select 1' });

describe.each([
  ['/v1/query/saved-queries', query, { name: 'another', query_string: 'select 2' }],
  [
    '/v1/downloads',
    () => ({ context: 'accessInventoryAccounts', params: { format: 'jsonl' } }),
    { context: 'accessInventoryAccounts' },
  ],
] as const)('POST %s', (url, body, another) => {
  const idOf = ({ body: made }: Awaited<ReturnType<Send>>) => made.query_id ?? made.id;

  it('acts once for a key', async () => {
    const [key, sent] = [newKey(), body()];
    const first = await send('POST', url, sent, key);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const members = Object.entries(sent).reverse();
    for (const again of [sent, Object.fromEntries(members), ` ${JSON.stringify(sent)} `]) {
      const repeated = await send('POST', url, again, key);
      expect(repeated.status).toBe(201);
      expect(idOf(repeated)).toBe(idOf(first));
      expect(repeated.headers['location']).toBe(first.headers['location']);
      expect(repeated.headers['warehouse-version']).toBe(first.headers['warehouse-version']);
    }
    const made = (await listAudit(test.service.database, 'main')).filter(entry => entry.target === idOf(first));
    expect(made).toHaveLength(1);
  });

  it('acts once for simultaneous requests with one key', async () => {
    const [key, sent] = [newKey(), body()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', url, sent, key)));
    expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(idOf)).size).toBe(1);
  });

  it('refuses a key with another body, and does not keep keys of failed requests', async () => {
    const key = newKey();
    expect((await send('POST', url, { nonsense: true }, key)).status).toBe(400);
    expect((await send('POST', url, body(), key)).status).toBe(201);
    const reused = await send('POST', url, another, key);
    expect([reused.status, reused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256), 'a, b'])('refuses the key %j', async key => {
    const refused = await send('POST', url, body(), { 'idempotency-key': key });
    expect([refused.status, refused.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(refused.body.message).toContain('Idempotency-Key');
  });

  it('treats the same key of another client as another request', async () => {
    const key = newKey();
    const first = await send('POST', url, body(), key);
    const other = sendAs(test, await test.token());
    expect(idOf(await other('POST', url, body(), key))).not.toBe(idOf(first));
  });
});

it('compares bodies by their JSON value', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: 1e21 })).toBe('{"a":1e+21,"b":[1,{"c":"x","d":null}]}');
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      const reversed = JSON.parse(JSON.stringify(value), (_name, member) =>
        member && typeof member === 'object' && !Array.isArray(member)
          ? Object.fromEntries(Object.entries(member).reverse())
          : member,
      );
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
    }),
  );
});
