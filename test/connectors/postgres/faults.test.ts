// A PostgreSQL server that refuses, breaks or hides something: the run says what and where, lands the rest, and deletes nothing.
import { chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresClient } from '../../../connectors/postgres/client.ts';
import { postgres } from '../../../connectors/postgres/index.ts';
import { type Certificates, makeCertificates } from '../../support/servers/certificates.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import {
  type PostgresServer,
  postgresAccount,
  postgresMissing,
  startPostgres,
} from '../../support/servers/postgres.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const password = 'a secret & a half';
/** So many that the answer about their grants comes in many pieces. */
const tableCount = 150;

let folder: string;
let certificates: Certificates;
let server: PostgresServer;
let port: number;
let proxy: CuttingProxy;
let test: TestService;

async function run(database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const settings = (changes: object = {}) =>
  postgres.settings.parse({ host: '127.0.0.1', port, user: 'reader', password, ...changes }) as object;

const context = { sourceId: 'db', applicationInstanceId: 'db', baseFolder: '/', signal: new AbortController().signal };

/** What opening the source says. */
async function refusal(changes: object): Promise<string> {
  try {
    await postgres.close!(await postgres.open(settings(changes), context));
    return 'opened';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

async function setUp(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-postgres-faults-'));
  certificates = makeCertificates(folder);
  for (const name of ['server.pem', 'server.key', 'expired.pem']) {
    chownSync(join(folder, name), postgresAccount!.uid, postgresAccount!.gid);
  }
  chownSync(folder, postgresAccount!.uid, postgresAccount!.gid);
  const rules = join(folder, 'pg_hba.conf');
  const lines = [
    'host all postgres 127.0.0.1/32 trust',
    'hostssl all tls_only 127.0.0.1/32 trust',
    'host closed reader 127.0.0.1/32 reject',
    'host all reader 127.0.0.1/32 scram-sha-256',
  ];
  writeFileSync(rules, `${lines.join('\n')}\n`);
  copyFileSync(certificates.certificate, join(folder, 'in-use.pem'));
  server = await startPostgres(['fsync=off', 'shared_buffers=16MB', `hba_file=${rules}`]);
  const url = await server.createDatabase();
  port = Number(new URL(url).port);
  await run(
    'postgres',
    `CREATE ROLE reader LOGIN PASSWORD '${password}'`,
    'CREATE ROLE tls_only LOGIN',
    'CREATE ROLE staff',
    'CREATE ROLE ann LOGIN IN ROLE staff',
  );
  await run(
    'test_1',
    `DO $$ BEGIN FOR i IN 1..${tableCount} LOOP EXECUTE format('CREATE TABLE t%s (a int)', i);
      EXECUTE format('GRANT SELECT ON t%s TO staff', i); END LOOP; END $$`,
  );
}

describe.skipIf(postgresMissing)(`a PostgreSQL server${postgresMissing ? `; skipped: ${postgresMissing}` : ''}`, () => {
  beforeAll(async () => {
    await setUp();
    proxy = await startCuttingProxy(port);
    const source = { id: 'db', connector: 'postgres', settings: settings({ port: proxy.port, databases: ['test_*'] }) };
    test = await startService({ connectors: [postgres], settings: { sources: [source] }, batchBytes: 20_000 });
    await test.sync();
  }, 300_000);
  afterAll(async () => {
    await test?.close();
    await proxy?.stop();
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => proxy.comeUp());

  const count = async (path: string) => (await test.everyItem(`/v1/${path}?pageSize=200`)).length;
  const counts = async () =>
    Promise.all(['accounts', 'roles', 'resource-instances', 'entity-assigned-access-to-object'].map(count));
  const reads = async () => (await test.operator.sources({}))[0]!.reads;
  const read = async (type: string) => (await reads()).find(candidate => candidate.type === type)!;

  it('with a wrong password or name fails the run, and says which setting to correct', async () => {
    expect(await refusal({ password: 'wrong' })).toMatch(
      /^SourceError: password: password authentication failed for user "reader"/,
    );
    expect(await refusal({ password: undefined })).toMatch(/^SourceError: password: /);
    expect(await refusal({ database: 'nowhere' })).toMatch(/^SourceError: database: database "nowhere" does not exist/);
    expect(await refusal({ user: 'nobody' })).toMatch(/^SourceError: database: no pg_hba.conf entry.*"nobody"/);
    expect(await refusal({ host: 'no-such-host.invalid' })).toMatch(/no-such-host|EAI_AGAIN/);
    expect(await refusal({ host: folder })).toMatch(/^SourceError: host: there is no socket of port/);
    expect(await refusal({ password: 'wrong' })).not.toContain('wrong');
  });

  it('is reached over TLS only with a certificate that tls.ca signed', async () => {
    const signed = { tls: { ca: certificates.authority } };
    expect(await refusal(signed)).toMatch(/^SourceError: tls.mode: 127.0.0.1 does not offer TLS/);
    await run(
      'postgres',
      `ALTER SYSTEM SET ssl_cert_file = '${join(folder, 'in-use.pem')}'`,
      `ALTER SYSTEM SET ssl_key_file = '${certificates.key}'`,
      'ALTER SYSTEM SET ssl = on',
      'SELECT pg_reload_conf()',
    );
    await until(
      () => refusal(signed),
      text => text === 'opened',
    );
    expect(await refusal({ tls: { ca: certificates.authority, server_name: 'db.test' } })).toBe('opened');
    expect(await refusal({ tls: { ca: certificates.otherAuthority } })).toMatch(
      /^SourceError: tls.ca: the certificate/,
    );
    expect(await refusal({ tls: { mode: 'required' } })).toMatch(/^SourceError: tls.ca: the certificate/);
    expect(await refusal({ tls: { ca: certificates.authority, server_name: 'elsewhere.test' } })).toMatch(
      /^SourceError: tls.server_name: /,
    );
    expect(await refusal({ tls: { ca: '/nowhere.pem' } })).toMatch(
      /^SourceError: tls.ca: \/nowhere.pem cannot be read/,
    );
    expect(await refusal({ tls: { ca: certificates.key } })).toMatch(/^SourceError: tls.ca: .* no certificate in PEM/);
    expect(await refusal({ user: 'tls_only' })).toMatch(/^SourceError: database: no pg_hba.conf entry.*no encryption/);
    copyFileSync(certificates.expiredCertificate, join(folder, 'in-use.pem'));
    await run('postgres', 'SELECT pg_reload_conf()');
    await until(
      () => refusal(signed),
      text => /tls\.ca: .*expired/.test(text),
    );
  });

  it('that breaks the connection in the middle of an answer is read again from where it was, and nothing is lost', async () => {
    const before = await counts();
    const cut = proxy.cutOnceAfter(45_000);
    const { runs } = await test.sync();
    expect(cut.done()).toBe(true);
    expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
    expect(await counts()).toEqual(before);
    expect((await reads()).filter(({ status, duplicates }) => status === 'Failed' || duplicates > 0)).toEqual([]);
  });

  it('whose databases may not be connected to, or do not exist, keeps what was known of them', async () => {
    const before = await counts();
    await run(
      'postgres',
      'REVOKE CONNECT ON DATABASE test_1 FROM PUBLIC',
      'CREATE DATABASE test_closed ALLOW_CONNECTIONS false',
    );
    await test.sync();
    const forbidden = { reason: 'forbidden', missing: 'objects' };
    const expected = ['database test_1', 'database test_closed'].map(subject => ({ ...forbidden, subject }));
    for (const type of ['ResourceInstance', 'EntityAssignedAccessToObject']) {
      const { status, gaps, kept } = await read(type);
      expect({ status, gaps }).toMatchObject({ status: 'Partial', gaps: expected });
      expect(kept).toBeGreaterThan(tableCount);
    }
    const [, , resources, assignments] = await counts();
    expect(resources).toBeGreaterThan(before[2]!);
    expect(assignments).toBeGreaterThan(before[3]!);
    await run('postgres', 'GRANT CONNECT ON DATABASE test_1 TO PUBLIC', 'DROP DATABASE test_closed');
    await test.sync();
    expect(await counts()).toEqual(before);
    const client = await postgres.open(settings({ databases: ['gone', 'postgres'] }), context);
    expect(await postgres.check(client)).toMatchObject([{ place: 'databases', message: 'there is no database gone' }]);
    await postgres.close!(client);
  });

  it('that hides catalogues leaves gaps, and drops nothing that they describe', async () => {
    const before = await counts();
    await run('test_1', 'REVOKE SELECT ON pg_catalog.pg_default_acl, pg_catalog.pg_policy FROM PUBLIC');
    await test.sync();
    const { status, gaps } = await read('EntityAssignedAccessToObject');
    expect(status).toBe('Partial');
    expect(gaps.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'test_1: pg_class: permission denied for table pg_policy',
      'test_1: pg_default_acl: permission denied for table pg_default_acl',
    ]);
    expect(await counts()).toEqual(before);
    await run('test_1', 'GRANT SELECT ON pg_catalog.pg_default_acl, pg_catalog.pg_policy TO PUBLIC');
    await run('postgres', 'REVOKE SELECT ON pg_catalog.pg_roles FROM PUBLIC');
    await test.sync();
    expect(await read('Account')).toMatchObject({ status: 'Forbidden', gaps: [{ reason: 'forbidden' }] });
    expect(await counts()).toEqual(before);
    await run('postgres', 'GRANT SELECT ON pg_catalog.pg_roles TO PUBLIC');
  });

  it('that takes too long over a statement fails the run, and names the setting', async () => {
    const client = await postgres.open(settings({ statement_timeout_s: 1 }), context);
    const { main } = client as PostgresClient;
    await expect(main.pages('SELECT pg_sleep(30)', []).next()).rejects.toThrow(/^statement_timeout_s: .*\(1 s\)/);
    // The session goes on in its snapshot.
    expect((await main.pages('SELECT 1 AS one', []).next()).value).toEqual([{ one: 1 }]);
    await postgres.close!(client);
  });

  it('that loses a login keeps the account, disabled', async () => {
    await run('postgres', 'ALTER ROLE ann NOLOGIN');
    await test.sync();
    const ann = (await test.everyItem('/v1/accounts')).find(({ alias }) => alias === 'ann');
    expect(ann).toMatchObject({ enabled: false, hasAPIAccess: false });
    await run('postgres', 'ALTER ROLE ann LOGIN');
    await test.sync();
    expect((await test.everyItem('/v1/accounts')).find(({ alias }) => alias === 'ann')).toMatchObject({
      enabled: true,
    });
  });

  it('that is killed in the middle of a run leaves the last good version, and the reason in the ledger', async () => {
    const before = await counts();
    const cut = proxy.cutOnceAfter(45_000);
    const { run_id: id } = await test.service.tenant().requestSync('db', 'operator');
    await until(cut.done, done => done);
    proxy.goDown();
    await server.halt();
    const { body } = await until(
      () => test.get(`/v1/sync-runs/${id}`),
      ({ body: state }) => state.status === 'Queued' && state.error !== undefined,
    );
    expect(body.error).toMatch(/Connection terminated|ECONN|unavailable/);
    expect(await counts()).toEqual(before);
  });
});
