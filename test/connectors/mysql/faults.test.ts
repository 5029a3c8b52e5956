// A MariaDB server that refuses, breaks or hides something: the run says what and where, lands the rest, and deletes nothing.
import { chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MysqlClient } from '../../../connectors/mysql/client.ts';
import { mysql } from '../../../connectors/mysql/index.ts';
import { type Certificates, makeCertificates } from '../../support/servers/certificates.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { type MariadbServer, mariadbMissing, startMariadb } from '../../support/servers/mariadb.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { leastRights } from './least-rights.ts';

const password = 'a secret & a half';
/** So many that the answer about their grants comes in many pieces. */
const grantCount = 600;

let folder: string;
let certificates: Certificates;
let server: MariadbServer;
let proxy: CuttingProxy;
let test: TestService;

const settings = (changes: object = {}) =>
  mysql.settings.parse({ host: '127.0.0.1', port: server.port, user: 'reader', password, ...changes }) as object;

const context = { sourceId: 'db', applicationInstanceId: 'db', baseFolder: '/', signal: new AbortController().signal };

/** What opening the source says. */
async function refusal(changes: object): Promise<string> {
  try {
    await mysql.close!(await mysql.open(settings(changes), context));
    return 'opened';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

/** Columns that have privileges of their own need no table files, so many of them are made quickly. */
function fill(): void {
  const columns = Array.from({ length: grantCount }, (_, index) => `c${index}`);
  server.run(`CREATE DATABASE shop; CREATE TABLE shop.wide (${columns.map(name => `${name} int`).join()}) ENGINE=Aria;
    CREATE ROLE staff; GRANT SELECT ON shop.* TO staff; CREATE USER ann@'%'; GRANT staff TO ann@'%';
    GRANT ${columns.map(name => `UPDATE (${name})`).join()} ON shop.wide TO ann@'%';`);
  server.run(leastRights('reader', '127.0.0.1', password));
  server.run(`CREATE USER tls_only@'127.0.0.1' REQUIRE SSL; CREATE USER locked@'127.0.0.1' ACCOUNT LOCK;
    CREATE USER nobody@'127.0.0.1';`);
}

describe.skipIf(mariadbMissing)(`a MariaDB server${mariadbMissing ? `; skipped: ${mariadbMissing}` : ''}`, () => {
  beforeAll(async () => {
    server = await startMariadb();
    fill();
    folder = mkdtempSync(join(tmpdir(), 'rolecall-mariadb-faults-'));
    certificates = makeCertificates(folder);
    proxy = await startCuttingProxy(server.port);
    const source = { id: 'db', connector: 'mysql', settings: settings({ port: proxy.port }) };
    test = await startService({ connectors: [mysql], settings: { sources: [source] }, batchBytes: 20_000 });
    await test.sync();
  });
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
    expect(await refusal({ password: 'wrong' })).toMatch(/^SourceError: password: Access denied for user 'reader'/);
    expect(await refusal({ password: 'wrong' })).not.toContain('wrong');
    expect(await refusal({ password: undefined })).toMatch(/^SourceError: password: Access denied/);
    expect(await refusal({ user: 'locked', password: undefined })).toMatch(/^SourceError: user: .*locked/);
    expect(await refusal({ host: '/nowhere/socket' })).toMatch(/^SourceError: host: there is no socket/);
    expect(await refusal({ host: server.socket, user: 'root', password: undefined })).toBe('opened');
    expect(await refusal({ port: 1 })).toMatch(/^SourceUnavailable: /);
  });

  it('that breaks the connection in the middle of an answer is read again from where it was, and nothing is lost', async () => {
    const before = await counts();
    expect(before[3]).toBeGreaterThan(grantCount);
    const cut = proxy.cutOnceAfter(30_000);
    const { runs } = await test.sync();
    expect(cut.done()).toBe(true);
    expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
    expect(await counts()).toEqual(before);
    expect((await reads()).filter(({ status, duplicates }) => status === 'Failed' || duplicates > 0)).toEqual([]);
  });

  it('that hides grant tables leaves gaps, and drops nothing that they describe', async () => {
    const before = await counts();
    server.run(
      `REVOKE SELECT ON mysql.columns_priv FROM reader@'127.0.0.1'; REVOKE REFERENCES ON *.* FROM reader@'127.0.0.1'`,
    );
    await test.sync();
    const columns = await read('EntityAssignedAccessToObject');
    expect(columns.status).toBe('Partial');
    expect(columns.gaps).toMatchObject([{ reason: 'forbidden', subject: 'mysql.columns_priv', missing: 'objects' }]);
    const { gaps } = await read('ResourceInstance');
    expect(gaps.map(({ reason, subject }) => `${reason} ${subject}`)).toEqual([
      'forbidden information_schema.TABLES',
      'forbidden mysql.columns_priv',
    ]);
    expect(await counts()).toEqual(before);
    server.run(`REVOKE SELECT ON mysql.global_priv FROM reader@'127.0.0.1'`);
    await test.sync();
    expect(await read('Account')).toMatchObject({ status: 'Forbidden', gaps: [{ reason: 'forbidden' }] });
    expect(await counts()).toEqual(before);
    server.run(leastRights('reader', '127.0.0.1', password).replace(/^CREATE USER.*$/m, ''));
    await test.sync();
    expect((await reads()).filter(({ status }) => status === 'Partial' || status === 'Forbidden')).toEqual([]);
  });

  it('that takes too long over a statement fails the run, and names the setting', async () => {
    const client = await mysql.open(settings({ statement_timeout_s: 1 }), context);
    const { session } = client as MysqlClient;
    await expect(session.rows('SELECT sleep(30) FROM mysql.db')).rejects.toThrow(/^statement_timeout_s: .* 1 s/);
    expect(await session.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await mysql.close!(client);
  });

  it('is checked: missing rights and databases are problems', async () => {
    const problems = async (changes: object) => {
      const client = await mysql.open(settings(changes), context);
      const found = await mysql.check(client);
      await mysql.close!(client);
      return found.map(({ severity, place }) => `${severity} ${place}`);
    };
    expect(await problems({})).toEqual([]);
    expect(await problems({ databases: ['shop', 'gone'] })).toEqual(['error databases']);
    expect(await problems({ user: 'nobody', password: undefined })).toEqual([
      'error account nobody',
      'warning account nobody',
    ]);
  });

  it('is reached over TLS only with a certificate that tls.ca signed', async () => {
    const signed = { tls: { ca: certificates.authority } };
    expect(await refusal(signed)).toMatch(/^SourceError: tls.mode: 127.0.0.1 does not offer TLS/);
    const certificate = join(folder, 'in-use.pem');
    const options = [`--ssl-cert=${certificate}`, `--ssl-key=${certificates.key}`];
    const use = async (file: string) => {
      copyFileSync(file, certificate);
      for (const name of [folder, certificate, certificates.key])
        chownSync(name, server.account.uid, server.account.gid);
      await server.halt();
      await server.resume(options);
    };
    await use(certificates.certificate);
    expect(await refusal(signed)).toBe('opened');
    expect(await refusal({ tls: { ...signed.tls, server_name: 'db.test' } })).toBe('opened');
    expect(await refusal({ tls: { ca: certificates.otherAuthority } })).toMatch(
      /^SourceError: tls.ca: the certificate/,
    );
    expect(await refusal({ tls: { mode: 'required' } })).toMatch(/^SourceError: tls.ca: the certificate/);
    expect(await refusal({ tls: { ...signed.tls, server_name: 'elsewhere.test' } })).toMatch(
      /^SourceError: tls.server_name: /,
    );
    expect(await refusal({ tls: { ...signed.tls, server_name: '127.0.0.2' } })).toMatch(
      /^SourceError: tls.server_name: /,
    );
    expect(await refusal({ user: 'tls_only', password: undefined })).toMatch(/^SourceError: /);
    expect(await refusal({ user: 'tls_only', password: undefined, ...signed })).toBe('opened');
    await use(certificates.expiredCertificate);
    expect(await refusal(signed)).toMatch(/tls\.ca: .*expired/);
  });

  it('that is killed in the middle of a run leaves the last good version, and the reason in the ledger', async () => {
    const before = await counts();
    const cut = proxy.cutOnceAfter(30_000);
    const { run_id: id } = await test.service.tenant().requestSync('db', 'operator');
    await until(cut.done, done => done);
    proxy.goDown();
    await server.halt();
    const { body } = await until(
      () => test.get(`/v1/sync-runs/${id}`),
      ({ body: state }) => state.status === 'Queued' && state.error !== undefined,
    );
    expect(body.error).toMatch(/unavailable|ECONN|Connection lost/);
    expect(await counts()).toEqual(before);
  });
});
