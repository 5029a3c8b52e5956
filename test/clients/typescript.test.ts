// The client for TypeScript: the example of its README, as its users run it.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientCredentials, createClient, everyItem, resources } from '../../clients/typescript/index.ts';
import { collections } from '../../src/resources/registry.ts';
import { addClient } from '../../src/state/clients/clients.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readme = fs.readFileSync(path.join(root, 'clients/typescript/README.md'), 'utf8');
const accounts = Array.from({ length: 450 }, (_, index) => {
  return { id: `a-${index}`, alias: `account-${index}`, type: 'Machine', enabled: true };
});

let test: TestService;
let address: string;
let credentials: { clientId: string; clientSecret: string };

beforeAll(async () => {
  test = await startService({ sources: { app: { Account: pagesOf(accounts) } } });
  await test.sync();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { client, clientSecret } = await addClient(test.service.database, {
    tenant: test.config.tenants[0]!.name,
    name: 'example',
    scopes: ['read'],
    createdBy: 'test',
  });
  credentials = { clientId: client.client_id, clientSecret };
});
afterAll(() => test?.close());

it('runs the example of its README', async () => {
  const example = /^```ts\n(.*?)^```/ms.exec(readme)![1]!;
  const folder = fs.mkdtempSync(path.join(test.folder, 'client-'));
  // As npm installs a folder of the project: by a link.
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(path.join(root, 'clients/typescript'), path.join(folder, 'node_modules/rolecall-client'));
  const changed = example
    .replaceAll('http://127.0.0.1:8080', address)
    // In this service no account can act as another one.
    .replace('count > 10', 'count === 0');
  expect(changed).not.toBe(example);
  fs.writeFileSync(path.join(folder, 'example.mts'), changed);
  const { stdout } = await promisify(execFile)(process.execPath, ['example.mts'], {
    cwd: folder,
    env: { CLIENT_ID: credentials.clientId, CLIENT_SECRET: credentials.clientSecret },
  });
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(accounts.length + 1);
  expect(lines).toContain('account-7 can act as 0 accounts');
  expect(lines.at(-1)).toBe('NOT_FOUND');
});

it('uses one token for many requests, and says why it gets none', async () => {
  const token = clientCredentials({ tokenUrl: `${address}/oauth2/token`, ...credentials });
  const [first, second] = await Promise.all([token(), token()]);
  expect(first).toBe(second);
  const client = createClient({ baseUrl: address, token });
  const { data } = await client.GET('/v1/accounts', { params: { query: { pageSize: 1 } } });
  expect(data?.items).toHaveLength(1);
  const wrong = clientCredentials({ tokenUrl: `${address}/oauth2/token`, ...credentials, clientSecret: 'wrong' });
  await expect(wrong()).rejects.toThrow(/client authentication failed/);
});

it('throws the error of the service when a page of a list is refused', async () => {
  const client = createClient({ baseUrl: address, token: () => 'no token' });
  const list = everyItem(page => client.GET('/v1/accounts', { params: { query: page } }));
  await expect(list.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('lists every collection of the interface', () => {
  expect(resources.flatMap(resource => resource.collections.map(({ path: served }) => served))).toEqual(
    collections.map(({ collection }) => collection.path),
  );
});
