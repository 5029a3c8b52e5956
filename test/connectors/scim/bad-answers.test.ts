// Runs of the service on a SCIM service that answers badly: each run says what is wrong and where, lands the rest and deletes nothing.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { opensslMissing, selfSigned } from '../../support/servers/certificate.ts';
import {
  type Asked,
  type Scripted,
  type ScriptedHttp,
  startScriptedHttp,
} from '../../support/servers/scripted-http.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { type Endpoints, listAnswer, numbered, readScim, scriptScim, startScripted, user } from './scripted-scim.ts';

const token = 'token-of-the-run';
const users = numbered(12);
const groups = [{ id: 'g', displayName: 'Group', members: users.map(({ id }) => ({ value: id, type: 'User' })) }];
const secret = { authentication: { bearer_token: token }, page_size: 5 };

let server: ScriptedHttp;
let test: TestService;
beforeAll(async () => {
  server = await startScripted();
  test = await startService({
    connectors: [scim],
    // No version is built: the ledger tells what is landed, and what is kept.
    work: ['extract'],
    settings: {
      hold_back: { rejected_percent: 100 },
      sources: [{ id: 'app', connector: 'scim', settings: { url: server.url, ...secret } }],
    },
  });
  expect((await run({ Users: users })).run).toMatchObject({ status: 'Landed' });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

type Run = Item & { readonly reads: readonly Item[] };
const look = async (runId: string): Promise<Run> => (await test.get(`/v1/sync-runs/${runId}`)).body;

/** A run while the service answers like this: once it has ended, or is put off. */
async function run(endpoints: Endpoints): Promise<{ run: Run; id: string; accounts: Item }> {
  scriptScim(server, { Groups: groups, ...endpoints });
  const { run_id: id } = await test.service.tenant().requestSync('app', 'operator');
  const ended = await until(
    () => look(id),
    ({ endedAt, retryAt }) => endedAt !== undefined || retryAt !== undefined,
  );
  expect(JSON.stringify(ended)).not.toContain(token);
  return { run: ended, id, accounts: ended.reads.find(({ type }: Item) => type === 'Account') };
}

/** The source answers well again, and the run is tried at once. */
async function recover(id: string): Promise<Run> {
  scriptScim(server, { Users: users, Groups: groups });
  await test.service.database.query('update sync_runs set retry_at = now() where run_id = $1', [id]);
  return until(
    () => look(id),
    ({ endedAt }) => endedAt !== undefined,
  );
}

const start = ({ query }: Asked) => Number(query.get('startIndex'));
/** The second page of the users is answered like this. */
const secondPage =
  (bad: Scripted) =>
  (asked: Asked): Scripted =>
    start(asked) === 6 ? bad : listAnswer(users, asked);

describe('a run on a service that', () => {
  it.each<[string, Scripted, string]>([
    [
      'sends HTML',
      { headers: { 'content-type': 'text/html' }, body: '<html><title>Log in</title></html>' },
      'the answer is an HTML page ("Log in") instead of JSON',
    ],
    [
      'sends an error with status 200',
      { body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '500', detail: 'no tenant' } },
      '200, but the body is an error: 500 no tenant',
    ],
    [
      'sends something else',
      { body: { hello: 'world', Resources: 7 } },
      'the answer is not of the expected form: Resources: ',
    ],
    ['refuses a page', { status: 403, body: { detail: `not with ${token}` } }, '403: not with [secret]'],
    [
      'breaks off its JSON',
      { body: '{"Resources": [', headers: { 'content-type': 'application/json' } },
      'the answer is not JSON: ',
    ],
  ])('%s lands the pages before, and keeps the others', async (_what, bad, message) => {
    const { run: ended, accounts } = await run({ Users: secondPage(bad) });
    expect(ended.status).toBe('Partial');
    expect(accounts).toMatchObject({ status: 'Partial', rows: 5, kept: 7 });
    expect(accounts.gaps).toEqual([
      {
        reason: message.startsWith('403') ? 'forbidden' : 'failed',
        subject: `GET ${server.url}/Users?startIndex=6&count=5`,
        message: expect.stringContaining(message),
        missing: 'objects',
      },
    ]);
  });

  it.each<[string, Scripted, string]>([
    ['is overloaded', { status: 429 }, 'the source answers 429'],
    [
      'is overloaded and says for how long',
      { status: 429, headers: { 'retry-after': '60' } },
      'the source answers 429, and asks to wait for 60 s',
    ],
    ['is away', { status: 503 }, 'the source answers 503'],
    [
      'is away and says until when',
      { status: 503, headers: { 'retry-after': '60' } },
      'the source answers 503, and asks to wait for 60 s',
    ],
    [
      'drops the connection in the middle of a page',
      (response, socket) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
        response.write('{"Resources":[', () => socket.destroy());
      },
      'other side closed',
    ],
  ])(
    '%s is tried again later, and continues after the landed page',
    async (_what, bad, message) => {
      const { run: delayed, id } = await run({ Users: secondPage(bad) });
      expect(delayed).toMatchObject({
        status: 'Queued',
        error: `GET ${server.url}/Users?startIndex=6&count=5: ${message}`,
      });
      if (message.endsWith('60 s')) {
        expect(Date.parse(delayed.retryAt) - Date.now()).toBeGreaterThan(30_000);
      }
      const { status, reads } = await recover(id);
      expect(status).toBe('Landed');
      expect(reads.find(({ type }: Item) => type === 'Account')).toMatchObject({ status: 'Complete', rows: 12 });
      const fromTheStart = server.asked.filter(({ path }) => path === '/Users?startIndex=1&count=5');
      expect(fromTheStart, 'of roles, memberships and entitlements, and not of accounts').toHaveLength(3);
    },
    300_000,
  );

  it('refuses the token fails with setting and remedy', async () => {
    const refused = { status: 401, body: { detail: `${token} is unknown` } };
    const { run: ended } = await run({ Users: () => refused, Groups: () => refused, other: () => refused });
    expect(ended).toMatchObject({
      status: 'Failed',
      error: `GET ${server.url}/ServiceProviderConfig: 401: [secret] is unknown (compare \`authentication\` with what the service expects)`,
    });
  });

  it.skipIf(opensslMissing)(
    `has a certificate of another authority fails with the setting${opensslMissing ? ` (skipped: ${opensslMissing})` : ''}`,
    async () => {
      const secure = await startScriptedHttp(selfSigned(test.folder, 'scim', 'IP:127.0.0.1'));
      selfSigned(test.folder, 'other', 'IP:127.0.0.1');
      const connect = (ca_file: string) =>
        readScim(secure, 'Account', { connection: { ca_file: path.join(test.folder, ca_file) } });
      scriptScim(secure, { Users: users });
      expect((await connect('scim.pem')).records).toHaveLength(12);
      await expect(connect('other.pem')).rejects.toMatchObject({
        name: 'SourceError',
        message: `${secure.url}: its certificate does not come from an authority that is trusted here (let connection.ca_file name a PEM file with the certificate of its authority)`,
      });
      await secure.close();
    },
  );

  it('is no SCIM service fails with setting and remedy', async () => {
    const { run: ended } = await run({ Users: () => ({ status: 404 }), Groups: () => ({ status: 404 }) });
    expect(ended).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining(
        '(url must be the base address of the SCIM service, such as https://example.org/scim/v2)',
      ),
    });
  });

  it('shows no members any more keeps those that it showed', async () => {
    const hidden = groups.map(({ members: _, ...group }) => group);
    const { run: ended } = await run({ Users: users, Groups: hidden });
    expect(ended.reads.find(({ type }: Item) => type === 'EntityManagedViaObject')).toMatchObject({
      status: 'Failed',
      kept: 12,
      gaps: [{ reason: 'failed', message: expect.stringContaining('the groups may have members nevertheless') }],
    });
  });

  it('has no groups any more without saying so keeps those that it showed', async () => {
    const { run: ended } = await run({ Users: users, Groups: () => ({ status: 404 }) });
    const read = (wanted: string) => ended.reads.find(({ type }: Item) => type === wanted);
    expect(read('UserGroup')).toMatchObject({ status: 'Failed', kept: 1, gaps: [{ reason: 'failed' }] });
    expect(read('EntityManagedViaObject')).toMatchObject({ kept: 12 });
  });

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['lists of another name', { Items: users }],
    ['a total and no list', { totalResults: 12 }],
    ['fewer than its total as text', { totalResults: '12', Resources: users.slice(1) }],
  ])('gives %s keeps the accounts', async (_what, body) => {
    const { accounts } = await run({
      Users: ({ query }) => ({
        body: Number(query.get('startIndex')) > 1 ? { totalResults: 12, Resources: [] } : body,
      }),
    });
    expect(accounts.status).toMatch(/^(Failed|Partial)$/);
    expect(accounts.rows + accounts.kept).toBe(12);
  });

  it('has no groups, as it says itself, leaves these to the ledger', async () => {
    const types = {
      Resources: [{ name: 'User', endpoint: '/People', schema: 'urn:ietf:params:scim:schemas:core:2.0:User' }],
    };
    const { run: ended } = await run({
      other: asked =>
        asked.path.startsWith('/People')
          ? listAnswer(users, asked)
          : asked.path === '/ResourceTypes'
            ? { body: types }
            : { status: 404 },
    });
    const read = (wanted: string) => ended.reads.find(({ type }: Item) => type === wanted);
    expect(read('Account')).toMatchObject({ status: 'Complete', rows: 12 });
    expect(read('UserGroup')).toMatchObject({
      status: 'Unsupported',
      gaps: [{ reason: 'unsupported', message: 'the service lists its resource types, and Group is none of them' }],
    });
  });

  it('has users that are none rejects these, with place and reason, and keeps their last good form', async () => {
    const odd = [
      { id: 'u1', userName: '' },
      { id: 'u2' },
      'text',
      { userName: 'without id' },
      user('n', {
        userName: 'nul\0nul',
        displayName: 'Zoë 李\u202e',
        emails: [{ value: 'no address' }],
        userType: 'constructor',
        active: 'False',
      }),
    ];
    const { accounts } = await run({ Users: [...odd, ...users.slice(2)] });
    expect(accounts).toMatchObject({ status: 'Partial', rejected: 4, rows: 11, kept: 2 });
    const rejected = await test.operator.rejected({ source: 'app' });
    expect(rejected.filter(({ type }) => type === 'Account').map(({ place, reasons }) => [place, ...reasons])).toEqual([
      ['GET Users from 1, id u1', 'userName: is missing'],
      ['GET Users from 1, id u2', 'userName: is missing'],
      ['GET Users from 1, object 3', 'id: is missing'],
      ['GET Users from 1, object 4', 'id: is missing'],
    ]);
    const { records } = await readScim(server, 'Account');
    expect(records.find(({ id }) => id === 'n')).toMatchObject({
      alias: 'nul\uFFFDnul',
      displayName: 'Zoë 李\u202e',
      enabled: false,
    });
  });
});
