// Rows that a system sends: durable once they are answered, landed as any read, and never twice; the curl call of the documentation.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { commandLine } from '../../support/service/command.ts';
import {
  type Item,
  instanceOf,
  startService,
  type TestService,
  temporaryFolder,
} from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const page = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/own-api.md'), 'utf8');
const block = (heading: string) => page.split(`\`\`\`${heading}\n`)[1]!.split('```')[0]!;

const together = `application: { name: Together }
objects:
  Account:
    - { pushed: people, fields: { id: id, alias: id, type: { constant: User } } }
    - { pushed: bots, fields: { id: id, alias: id, type: { constant: Machine } } }
  UserGroup: { pushed: groups, fields: { id: id, name: { lookup: { pushed: labels, key: code, column: id, value: text } } } }
  Role: { pushed: roles, split: { column: names }, distinct: true, fields: { id: $item, name: $item, type: { constant: Custom } } }
`;

let folder: string;
let test: TestService;
let write: Send;
const start = async (work?: ['extract', 'build']) => {
  const source = (id: string) => ({ id, connector: 'custom-application', settings: { folder: id } });
  const settings = {
    sources: ['tracker', 'together', 'bulk', 'file'].map(source),
    hold_back: { rejected_percent: 50 },
  };
  test = await startService({ folder, connectors: [customApplication], settings, ...(work && { work }) });
  write = sendAs(test, await test.token({ scopes: ['read', 'write'] }));
};
beforeAll(async () => {
  folder = temporaryFolder();
  for (const [id, text] of Object.entries({
    tracker: block('yaml pushed'),
    together,
    bulk: block('yaml pushed'),
    file: block('yaml pushed'),
  })) {
    fs.mkdirSync(path.join(folder, id, 'config'), { recursive: true });
    fs.writeFileSync(path.join(folder, id, 'config/x.yaml'), text);
  }
  await start();
  // Nothing has come yet: the run lands the application alone, and says nothing of the other types.
  const { runs } = await test.sync();
  expect(runs.map(({ status }) => status)).toEqual(['Landed', 'Landed', 'Landed', 'Landed']);
});
afterAll(async () => {
  await test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const url = (id: string) => `/v1/sources/${id}/objects`;
const user = (id: number, more: object = {}) => ({ id, login: `u${id}`, state: 'active', ...more });
const users = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => user(from + index));
const ofSource = (id: string) => `applicationInstanceId=${instanceOf(test, id)}`;
const served = async (id: string) =>
  (await test.everyItem(`/v1/accounts?${ofSource(id)}`)).map(({ alias }: Item) => alias).sort();
const runOf = async (pushId: string) => {
  const runs = await test.everyItem('/v1/sync-runs');
  return runs.find((run: Item) => run.pushId === pushId);
};
const ended = async (pushId: string): Promise<Item> => {
  const run = await until(
    () => runOf(pushId),
    found => found?.endedAt !== undefined,
  );
  return (await test.get(`/v1/sync-runs/${run.id}`)).body;
};
const readOf = ({ reads }: Item, type: string) => reads.find((read: Item) => read.type === type);
/** Push rows, and wait until their run has ended. */
const push = async (id: string, body: object) => {
  const answer = await write('PUT', url(id), body);
  expect(answer).toMatchObject({ status: 202, body: { sourceId: id, batch: 1, pushId: expect.any(String) } });
  return ended(answer.body.pushId);
};
const servesOf = (id: string, aliases: readonly string[]) =>
  until(
    () => served(id),
    present => JSON.stringify(present) === JSON.stringify([...aliases].sort()),
  );

describe('the page', () => {
  it('sends a complete push with curl; the same call again does nothing twice', async () => {
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const token = await test.token({ scopes: ['write'] });
    const call = async () => {
      const env = { ...process.env, ROLECALL: address, TOKEN: token };
      const { stdout } = await promisify(execFile)('sh', ['-c', block('sh push')], { env });
      return JSON.parse(stdout);
    };
    const first = await call();
    expect(first).toMatchObject({ sourceId: 'tracker', complete: true, batch: 1 });
    const run = await ended(first.pushId);
    expect(run).toMatchObject({ status: 'Landed', cause: 'push', rows: 4 });
    expect(readOf(run, 'Account')).toMatchObject({ status: 'Complete', rows: 2 });
    await servesOf('tracker', ['ada', 'bob']);
    expect(await call()).toMatchObject({ pushId: first.pushId, status: 'Landed', runId: run.id });
    const runs = (await test.everyItem('/v1/sync-runs')).filter(({ pushId }: Item) => pushId !== undefined);
    expect(runs).toHaveLength(1);
    const { body } = await test.get('/v1/audit-events?action=source.push');
    expect(body.items).toMatchObject([
      { outcome: 'done', target: 'tracker', details: { complete: true, rows: { users: 2, memberships: 1 } } },
    ]);
  });
});

describe('the command', () => {
  it('sends a file in as many batches as it needs, with all digits', async () => {
    const { client, clientSecret } = await addClient(test.service.database, {
      ...{ tenant: test.config.tenants[0]!.name, name: 'ci', scopes: ['write'], createdBy: 'test' },
    });
    const address = test.app.server.address() as { port: number };
    const rolecall = commandLine({ url: `http://127.0.0.1:${address.port}`, clientId: client.client_id, clientSecret });
    const rows = Array.from({ length: 1_500 }, (_, index) => user(1, { login: `u${index}`, note: 'x'.repeat(1_000) }));
    const text = JSON.stringify({ users: rows, memberships: [] });
    let index = 0;
    const file = path.join(rolecall.folder, 'rows.json');
    fs.writeFileSync(
      file,
      text.replace(/"id":1,/g, () => `"id":90071992547409${10_000 + index++},`),
    );
    const { stdout, stderr } = await rolecall.run(['sources', 'push', 'file', file]);
    expect(stderr).toBe('');
    const sent = JSON.parse(stdout);
    expect(sent).toMatchObject({ sourceId: 'file', batch: 3, complete: true });
    expect(readOf(await ended(sent.pushId), 'Account')).toMatchObject({
      status: 'Complete',
      rows: 1_500,
      duplicates: 0,
    });
    fs.writeFileSync(file, '{"users": {}}');
    expect((await rolecall.run(['sources', 'push', 'file', file])).stderr).toMatch(/rows\.json: is no object of lists/);
    rolecall.remove();
  });
});

describe('a push', () => {
  it('of changes changes what it brings, and deletes what `where` leaves out', async () => {
    const rows = { users: [user(4713), user(4712, { deleted: true })] };
    const run = await push('tracker', { complete: false, rows });
    expect(readOf(run, 'Account')).toMatchObject({ status: 'Complete', rows: 1, unchanged: 1 });
    expect(readOf(run, 'EntityManagedViaObject')).toBeUndefined();
    await servesOf('tracker', ['ada', 'u4713']);
    expect(await test.everyItem(`/v1/entity-managed-via-object?${ofSource('tracker')}`)).toHaveLength(1);
  });

  it('keeps objects whose rows are rejected, and names their place', async () => {
    const rows = { users: [user(4711, { login: null }), user(4713), user(1, { login: 'long' })] };
    const text = JSON.stringify({ complete: true, rows }).replace('"id":1,', '"id":9007199254740993,');
    const answer = await write('PUT', url('tracker'), text);
    expect(answer.body).toMatchObject({ status: expect.any(String) });
    const run = await ended(answer.body.pushId);
    expect(run).toMatchObject({ status: 'Partial', rejected: 1 });
    await servesOf('tracker', ['ada', 'u4713', 'long']);
    const accounts = await test.everyItem(`/v1/accounts?${ofSource('tracker')}`);
    expect(accounts.map(({ id }: Item) => id)).toContain('9007199254740993');
    const admin = sendAs(test, await test.token());
    const rejected = (await admin('GET', '/v1/sources/tracker/rejected-records')).body.items;
    expect(rejected).toEqual([
      { type: 'Account', place: 'users[0]', reasons: ['`alias` is empty: the row has nothing in the column `login`'] },
    ]);
    // What the rejected row says is not known, so a later change does not make the type complete.
    const later = await push('tracker', { complete: false, rows: { users: [user(4714)] } });
    expect(readOf(later, 'Account')).toMatchObject({ status: 'Partial', kept: 3 });
  });

  it('of several batches ends with its last one', async () => {
    const batch = (number: number, last = false, from = number * 10) => ({
      complete: true,
      rows: { users: users(from, from + 10) },
      batch: { of: 'night', number, last },
    });
    const send = (body: object) => write('PUT', url('bulk'), body);
    const second = await send(batch(2));
    expect(second).toMatchObject({ status: 202, body: { status: 'Open', batch: 2 } });
    expect((await send(batch(2))).body.pushId).toBe(second.body.pushId);
    const other = await send(batch(2, false, 500));
    expect([other.status, other.body.code]).toEqual([409, 'PUSH_CONFLICT']);
    const early = await send(batch(3, true));
    expect(early).toMatchObject({ status: 409, body: { message: expect.stringMatching(/have not come: 1;/) } });
    expect((await send({ ...batch(1), complete: false })).body.message).toMatch(/`complete: true`/);
    expect((await send(batch(1))).status).toBe(202);
    const last = await send(batch(3, true));
    expect(last.body.pushId).toBe(second.body.pushId);
    expect(readOf(await ended(last.body.pushId), 'Account')).toMatchObject({ status: 'Complete', rows: 30 });
    expect((await send(batch(3, true))).body).toMatchObject({ status: 'Landed', pushId: second.body.pushId });
    expect((await send(batch(4, true))).body.message).toMatch(/has ended with batch 3/);
    await servesOf(
      'bulk',
      users(10, 40).map(({ login }) => login),
    );
  });

  it('that loses too much is held back, and changes are laid over it, not over what it replaces', async () => {
    const few = await push('bulk', { complete: true, rows: { users: users(10, 12) } });
    const held = () =>
      test.get('/v1/sources').then(({ body }) => body.items.find((one: Item) => one.sourceId === 'bulk'));
    await until(held, source => source.heldBack?.runId === few.id);
    const change = await push('bulk', { complete: false, rows: { users: [user(99)] } });
    await until(held, source => source.heldBack?.runId === change.id);
    expect(await served('bulk')).toHaveLength(30);
    await push('bulk', { complete: true, rows: { users: users(10, 41) } });
    await until(held, source => source.heldBack === undefined);
    await servesOf(
      'bulk',
      users(10, 41).map(({ login }) => login),
    );
  });

  it.each([
    ['an unknown field', 'tracker', { complete: true, rows: {}, final: true }, /final: unknown field/],
    [
      'unknown rows',
      'tracker',
      { complete: true, rows: { user: [] } },
      /rows\.user: unknown rows; did you mean `users`/,
    ],
    ['no rows', 'tracker', { complete: true, rows: {} }, /rows: are missing; the source takes users, memberships/],
    ['rows of the same type', 'together', { complete: true, rows: { people: [] } }, /rows\.bots: are missing: Account/],
    [
      'rows to look up in',
      'together',
      { complete: true, rows: { groups: [] } },
      /rows\.labels: are missing: UserGroup/,
    ],
    [
      'rows that become nothing',
      'together',
      { complete: true, rows: { labels: [] } },
      /nothing is made of labels alone/,
    ],
    [
      'changes of split rows',
      'together',
      { complete: false, rows: { roles: [] } },
      /Role is made of them with `split`/,
    ],
    ['changes of two lists', 'together', { complete: false, rows: { bots: [] } }, /Account is made of `people`, too/],
    [
      'a batch 0',
      'tracker',
      { complete: true, rows: { users: [] }, batch: { of: 'x', number: 0, last: true } },
      /number/,
    ],
  ])('with %s is refused, and nothing of it is taken', async (_, id, body, message) => {
    const answer = await write('PUT', url(id), body);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
    const waiting = await test.service.database.query(`select 1 from pushes where landed_at is null`);
    expect(waiting).toEqual([]);
  });

  it('needs the scope and sight of the source, and a source that takes rows', async () => {
    const body = { complete: true, rows: { users: [] } };
    const reader = sendAs(test, await test.token({ scopes: ['read'] }));
    expect((await reader('PUT', url('tracker'), body)).status).toBe(403);
    const limited = await test.token({ scopes: ['write'], instances: [instanceOf(test, 'bulk')] });
    expect((await sendAs(test, limited)('PUT', url('tracker'), body)).status).toBe(404);
    const file = path.join(folder, 'together/config/x.yaml');
    fs.writeFileSync(file, `${together}oops: 1\n`);
    const mistaken = await write('PUT', url('together'), { complete: true, rows: { roles: [] } });
    expect(mistaken).toMatchObject({ status: 503, body: { message: expect.stringMatching(/sources check together/) } });
    const able = async (id: string) => {
      const { items } = (await test.get('/v1/capabilities')).body;
      return items.find(({ sourceId }: Item) => sourceId === id).operations[0];
    };
    expect(await able('together')).toMatchObject({ supported: false, code: 'SERVICE_UNAVAILABLE' });
    expect(await able('bulk')).toMatchObject({ supported: false, code: 'OPERATION_NOT_SUPPORTED' });
    fs.writeFileSync(file, 'application: { name: X }\n');
    const untaken = await write('PUT', url('together'), { complete: true, rows: { roles: [] } });
    expect(untaken.body.code).toBe('OPERATION_NOT_SUPPORTED');
    fs.writeFileSync(file, together);
  });

  it('that was answered is landed after a restart; a later complete one replaces what no run has begun', async () => {
    await test.service.close();
    await start([] as never);
    const send = (body: object, key: string) => write('PUT', url('together'), body, { 'idempotency-key': key });
    const first = await send({ complete: true, rows: { roles: [{ names: ['old'] }] } }, 'a');
    expect(first.body).toMatchObject({ status: 'Waiting', runId: expect.any(String) });
    const second = await send({ complete: true, rows: { roles: [{ names: ['a', 'b'] }, { names: ['b'] }] } }, 'b');
    expect(second.body).toMatchObject({ status: 'Waiting', runId: first.body.runId });
    expect((await send({ complete: true, rows: { roles: [{ names: ['old'] }] } }, 'a')).body.status).toBe('Superseded');
    expect((await send({ complete: true, rows: { roles: [] } }, 'a')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await test.service.close();
    await start();
    expect(readOf(await ended(second.body.pushId), 'Role')).toMatchObject({ status: 'Complete', rows: 2 });
    await test.service.close();
    await start([] as never);
    const third = await send({ complete: true, rows: { roles: [{ names: ['c'] }] } }, 'c');
    fs.writeFileSync(path.join(folder, 'together/config/x.yaml'), together.replace('pushed: roles', 'pushed: rights'));
    await test.service.close();
    await start();
    const untaken = await ended(third.body.pushId);
    expect(untaken).toMatchObject({
      status: 'Partial',
      error: expect.stringMatching(/roles: rows were sent that the desc/),
    });
    expect(readOf(untaken, 'Role')).toBeUndefined();
    const [left] = await test.service.database.query<{ rows: number }>(
      `select count(rows)::int as rows from push_batches`,
    );
    expect(left!.rows).toBe(0);
  });
});
