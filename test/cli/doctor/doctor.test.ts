// `rolecall doctor` on the servers of a deployment: real servers with real problems.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { otherReaders } from '../../../src/cli/doctor/other-readers.ts';
import { surroundings } from '../../../src/cli/doctor/surroundings.ts';
import { type Config, parseConfig } from '../../../src/config/config-file.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { leastPostgresVersion } from '../../../src/database/server.ts';
import { storageIdentity } from '../../../src/state/storage-identity.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { type RedisServer, redisMissing, startRedis } from '../../support/servers/redis.ts';
import { temporaryFolder } from '../../support/service/service.ts';

test('the guide and the doctor ask for the same PostgreSQL', () => {
  const guide = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  expect(guide.match(/PostgreSQL (\d+) or newer/g)).toEqual([`PostgreSQL ${leastPostgresVersion} or newer`]);
});

test('warns of a configuration that others can read only when it holds a secret', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'rolecall.yaml');
  const found = async (bind: string, password: string) => {
    const settings = { url: 'ldaps://ldap.example', base: 'dc=example', bind_dn: 'cn=r', bind_password: bind };
    const text = JSON.stringify({
      ...{ data_dir: '.', database_url: `postgres://rolecall:${password}@db.example/rolecall` },
      sources: [{ id: 'people', connector: 'ldap', settings }],
    });
    fs.writeFileSync(file, text);
    fs.chmodSync(file, 0o644);
    const findings = await otherReaders(parseConfig(text, file, {}, { BIND: 'of the source', STATE: 'of-the-state' }));
    return findings.map(({ what, message }) => `${what}: ${message}`);
  };
  try {
    expect(await found('${BIND}', '${STATE}')).toEqual([]);
    const warning = `configuration: ${file} holds passwords or keys and can be read by others: chmod 600 ${file}, or take them from the environment`;
    expect(await found('of the source', '${STATE}')).toEqual([warning]);
    expect(await found('${BIND}', 'of-the-state')).toEqual([warning]);
    fs.chmodSync(folder, 0o755);
    expect(await found('${BIND}', '${STATE}')).toEqual([
      expect.stringMatching(/^data directory: .* can be read by others/),
    ]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

const missing = postgresMissing ?? redisMissing;

describe.skipIf(missing)(`rolecall doctor${missing ? `; skipped: ${missing}` : ''}`, () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  let postgres: PostgresServer;
  let url: string;

  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
    url = await postgres.createDatabase();
    await inState(async database => void (await migrate(database)));
  });
  afterAll(async () => {
    await Promise.all([redis.stop(), postgres.stop()]);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function inState(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>): Promise<void> {
    const database = await openDatabase({ url });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  }

  const configWith = (changes: Record<string, unknown> = {}): Config =>
    parseConfig(
      JSON.stringify({ database_url: url, queue_url: redis.url, storage: { folder: 'kept' }, ...changes }),
      path.join(folder, 'rolecall.yaml'),
      {},
      {},
    );
  const found = async (changes?: Record<string, unknown>) =>
    (await surroundings(configWith(changes))).map(({ what, verdict, message }) => `${what} ${verdict}: ${message}`);

  it('finds no problem in a healthy deployment', async () => {
    expect(await found()).toEqual([
      expect.stringMatching(/^database ok: PostgreSQL \d+/),
      'waiting jobs ok: none waits longer than 60 s',
      'queue ok: answers',
      `storage ok: ${path.join(folder, 'kept')} can be written and read`,
    ]);
    expect(fs.readdirSync(path.join(folder, 'kept'))).toEqual([]);
  });

  it('warns of a Redis that deletes jobs', async () => {
    const evicting = await startRedis({ 'maxmemory-policy': 'allkeys-lru' });
    try {
      expect(await found({ queue_url: evicting.url })).toContainEqual(
        expect.stringMatching(/^queue warning: .*set maxmemory-policy to noeviction/),
      );
    } finally {
      await evicting.stop();
    }
  });

  it('names the server that does not answer, without its password', async () => {
    const findings = await found({
      queue_url: 'redis://user:secret@127.0.0.1:1',
      database_url: 'postgres://user:secret@127.0.0.1:1/x',
      storage: { bucket: 'b', endpoint: 'http://127.0.0.1:1', access_key_id: 'a', secret_access_key: 'secret' },
    });
    expect(findings).toEqual([
      expect.stringMatching(/^database error: .*ECONNREFUSED/),
      expect.stringMatching(/^queue error: does not answer.*check queue_url/),
      expect.stringMatching(/^storage error: /),
    ]);
    expect(findings.join()).not.toContain('secret');
  });

  it('notices a share that is not mounted, and puts nothing there', async () => {
    const share = path.join(folder, 'share');
    await inState(async database => {
      await storageIdentity(database, async () => {});
    });
    try {
      expect(await found({ storage: { folder: 'share' } })).toContainEqual(
        expect.stringContaining(`storage error: the folder ${share} is not the storage of this deployment`),
      );
      expect(fs.readdirSync(share)).toEqual([]);
    } finally {
      await inState(async database => void (await database.query(`delete from service_keys where name = 'storage'`)));
    }
  });

  it('notices jobs that no worker takes, until one does', async () => {
    await inState(async database => {
      await database.execute(`
        insert into sources (tenant, source_id, connector, application_instance_id)
        values ('main', 'app', 'scripted', gen_random_uuid());
        insert into sync_runs (run_id, tenant, source_id, status, cause, queued_at)
        values (gen_random_uuid(), 'main', 'app', 'Queued', 'operator', now() - interval '5 minutes')`);
    });
    expect(await found()).toContainEqual(
      expect.stringMatching(/^waiting jobs warning: 1 of the jobs `extract` wait, for up to 30\d s, .*`rolecall work`/),
    );
    await inState(async database => {
      await database.execute(`update sync_runs set status = 'Running', lease_until = now() + interval '1 minute'`);
    });
    expect(await found()).toContain('waiting jobs ok: none waits longer than 60 s');
  });

  it('notices a clock that differs from that of the database', async () => {
    await inState(async database => {
      await database.execute(`
        create function public.clock_timestamp() returns timestamptz language sql
          as $$ select pg_catalog.clock_timestamp() - interval '5 minutes' $$;
        do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`);
    });
    expect(await found()).toContainEqual(
      expect.stringMatching(/^clock error: the database’s clock is (299|300) s behind this machine’s/),
    );
  });
});
