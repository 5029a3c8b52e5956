// Every query of the pack runs over HTTP with its example parameters. This proves that queries may call its functions.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryPack } from '../../../src/queries/pack.ts';
import { smallOrganisation } from '../../queries/pack-records.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let send: Send;

beforeAll(async () => {
  test = await startService({ sources: smallOrganisation });
  await test.sync();
  send = sendAs(test, await test.token({ scopes: ['read'] }));
});
afterAll(() => test?.close());

it.each(queryPack())('$file', async ({ query_string, parameters }) => {
  const examples = Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  const { status, body } = await send('POST', '/v1/query/execute', { query_string, parameters: examples });
  expect(body.message).toBeUndefined();
  expect(status).toBe(200);
  expect(body.columns.length).toBeGreaterThan(0);
});
