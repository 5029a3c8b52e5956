// A state database that answers, but cannot run a statement in time: clients are asked to retry.
import fs from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

describe.skipIf(postgresMissing)(`a state database${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`, () => {
  const folder = temporaryFolder();
  let server: PostgresServer;
  let other: pg.Client;
  let test: TestService;
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(`alter database ${new URL(url).pathname.slice(1)} set lock_timeout = '300ms'`);
    test = await startService({ folder, settings: { database_url: url, sources: [] } });
  });
  afterAll(async () => {
    await test?.close();
    await other?.end();
    await server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('with a held lock makes the answer 503 and not 500, without the database’s message', async () => {
    const url = '/v1/query/saved-queries';
    expect((await test.get(url)).status).toBe(200);
    await other.query('begin; lock table saved_queries');
    const { status, body, headers } = await test.get(url);
    await other.query('rollback');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '5']);
    expect(body.message).not.toMatch(/saved_queries|55P03|lock/);
    expect((await test.get(url)).status).toBe(200);
  });
});
