import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupState } from '../../src/database/backup.ts';
import { type Database, json } from '../../src/database/database.ts';
import { migrate, migrationsFolder } from '../../src/database/migrate.ts';
import { restoreState } from '../../src/database/restore.ts';
import { stateTables } from '../../src/database/tables.ts';
import { afterRestore } from '../../src/state/after-restore.ts';
import { recordAudit } from '../../src/state/audit.ts';
import { addClient } from '../../src/state/clients/clients.ts';
import { createSavedQuery } from '../../src/state/saved-queries.ts';
import { registerSources } from '../../src/state/sources.ts';
import { listAudit } from '../support/audit-log.ts';
import { describeEngines, type Engine, embeddedEngine } from '../support/servers/engines.ts';

/** A later program's schema: the real files, and a table of every type that state may use. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-backup-'));
const write = (name: string, script: string) => fs.writeFileSync(path.join(folder, name), script);
const everything = `create table everything (
  id bigint generated always as identity primary key, "odd ""name" text, bytes bytea, texts text[], uuids uuid[],
  document jsonb, at timestamptz, yes boolean, big bigint, ratio float8, amount numeric(12, 3), day date,
  length integer generated always as (octet_length(bytes)) stored)`;

beforeAll(() => {
  for (const name of fs.readdirSync(migrationsFolder))
    fs.copyFileSync(path.join(migrationsFolder, name), path.join(folder, name));
  write('9001_everything.sql', everything);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function rest(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function textOf(database: Database): Promise<string> {
  return rest(backupState(database));
}

async function* linesOf(text: string): AsyncGenerator<string> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  yield* lines;
}

const restore = (database: Database, text: string) =>
  restoreState(database, linesOf(text), {
    folder,
    afterwards: (transaction, createdAt) => afterRestore(transaction, createdAt, false),
  });

/** All rows of all tables as text, in an order of their own. */
async function contents(database: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { name } of await stateTables(database)) {
    found[name] = await database.query(`select t::text as row from ${name} t order by 1`);
  }
  return found;
}

/** Removes the one row that is not in the backup; without it, the contents must be equal. */
async function expectRestoreAudited(database: Database): Promise<void> {
  const [entry] = await listAudit(database, null, 1);
  expect(entry).toMatchObject({ principal: 'operator', action: 'state.restore', outcome: 'done' });
  await database.execute(`alter table audit_log disable trigger user;
    delete from audit_log where action = 'state.restore';
    alter table audit_log enable trigger user;
    select setval(pg_get_serial_sequence('audit_log', 'audit_id'), max(audit_id)) from audit_log`);
}

async function fill(database: Database): Promise<void> {
  await migrate(database, folder);
  const { client } = await addClient(database, {
    tenant: 'main',
    name: 'Zoë “R&D” 🦉\u2028',
    scopes: ['read', 'admin'],
    createdBy: 'operator',
    applicationInstanceIds: [crypto.randomUUID(), crypto.randomUUID()],
  });
  await registerSources(database, 'main', [
    { sourceId: 'app', connector: 'scripted', applicationInstanceId: crypto.randomUUID() },
  ]);
  await database.query(
    `insert into sync_runs (run_id, tenant, source_id, status, cause) values ($1, 'main', 'app', 'Queued', 'operator')`,
    [crypto.randomUUID()],
  );
  const by = { type: 'client', id: client.client_id };
  await createSavedQuery(database, 'main', { name: 'all', query_string: 'a\0b\\x00\n"é', model: 'm' }, by);
  // A sequence number that was used and is in no row must not be used again.
  await database.query(`insert into everything (big) values (1)`);
  await database.query(`delete from everything`);
}

function describeRoundTrip(title: string, from: () => Promise<Database>, to: () => Promise<Database>): void {
  it(`comes back from ${title} as it was`, async () => {
    const source = await from();
    await fill(source);
    const values = fc.record({
      text: fc.option(fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '').toWellFormed())),
      bytes: fc.option(fc.uint8Array({ maxLength: 200 })),
      texts: fc.option(fc.array(fc.constantFrom('', 'NULL', '"', '\\', '{a,b}', ' ', 'é', '\n'))),
      uuids: fc.option(fc.array(fc.uuid())),
      document: fc.option(fc.jsonValue({ stringUnit: 'grapheme' })),
      at: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000_000 })),
      yes: fc.option(fc.boolean()),
      big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      ratio: fc.option(fc.double()),
    });
    // One transaction takes less time than one for each row.
    await source.transaction(async transaction => {
      for (const row of fc.sample(values, 700)) {
        await transaction.query(
          `insert into everything ("odd ""name", bytes, texts, uuids, document, at, yes, big, ratio, amount, day)
         values ($1, $2, $3, $4, $5::jsonb, timestamptz 'epoch' + $6::float8 * interval '1 microsecond', $7,
           $8::text::bigint, $9::text::float8, 1.250, '2026-11-21')`,
          [
            row.text,
            row.bytes && Buffer.from(row.bytes),
            row.texts,
            row.uuids,
            row.document === null ? null : json(row.document),
            row.at,
            row.yes,
            row.big?.toString(),
            row.ratio?.toString(),
          ],
        );
      }
    });
    const backup = await textOf(source);
    const target = await to();
    const restored = await restore(target, backup);
    await expectRestoreAudited(target);
    expect(restored.rows).toMatchObject({ clients: 1, everything: 700, sync_runs: 1, saved_queries: 1 });
    expect(await contents(target)).toEqual(await contents(source));
    const after = await textOf(target);
    // But for the moment, and the order of rows within a table.
    const rowsIn = (text: string) => text.split('\n').slice(1, -2).sort();
    expect(rowsIn(after)).toEqual(rowsIn(backup));
    const [next] = await target.query<{ id: number }>(`insert into everything (big) values (2) returning id`);
    expect(next!.id).toBe(702);
    await recordAudit(target, { tenant: null, principal: 'operator', action: 'state.restore', outcome: 'done' });
    await expect(target.query('delete from audit_log')).rejects.toThrow(/append-only/);
  });
}

describeEngines('a backup', start => {
  const isEmbedded = start === embeddedEngine;
  let engine: Engine;
  let embedded: Engine;
  let backup: string;
  let header: { migrations: { name: string; checksum: string }[] };
  beforeAll(async () => {
    [engine, embedded] = [await start(), await embeddedEngine()];
    const source = await engine.open();
    await fill(source);
    backup = await textOf(source);
    header = JSON.parse(backup.split('\n')[0]!);
  });
  afterAll(async () => {
    await engine.stop();
    await embedded.stop();
  });

  const open = () => engine.open();
  describeRoundTrip('this engine to the embedded one', open, () => embedded.open());
  // From the embedded engine to itself is the same in both directions.
  if (!isEmbedded) describeRoundTrip('the embedded engine to this one', () => embedded.open(), open);

  async function refused(database: Database, text: string, message: RegExp): Promise<void> {
    const before = await contents(database);
    await expect(restore(database, text)).rejects.toThrow(message);
    expect(await contents(database)).toEqual(before);
  }

  it('is restored into an empty database only', async () => {
    const used = await open();
    await migrate(used, folder);
    await used.query(`insert into service_keys (name, value) values ('page-tokens', 'x')`);
    await refused(used, backup, /has rows already \(in service_keys\).*Name another data directory/);
  });

  it('changes nothing when it is truncated at any place', async () => {
    const lines = backup.split('\n');
    const target = await open();
    for (const kept of [0, 1, 2, 5, lines.length - 2]) {
      await refused(target, lines.slice(0, kept).join('\n'), /not a backup|damaged: its end is missing/);
    }
    await refused(target, backup.slice(0, -20), /damaged/);
    await refused(target, `${backup}{}\n`, /after its end/);
    expect(await target.query(`select to_regclass('clients')::text as name`)).toEqual([{ name: null }]);
    await restore(target, backup);
  });

  it('changes nothing when it was altered', async () => {
    const target = await open();
    // Otherwise every attempt would make all tables first, as the attempts with truncated backups do.
    await migrate(target, folder);
    for (const [from, to] of [
      ['"main"', '"evil"'],
      ['{read,admin}', '{read,write}'],
      ['"table":"clients"', '"table":"pg_class"'],
      ['"table":"clients"', '"table":"schema_migrations"'],
      ['"client_id"', '"client_id\\"; drop table clients; --"'],
      ['["', '['],
      ['"last":"', '"last":"9'],
      ['\n["', '\n["x","y"]\n["'],
      ['"rows":{', '"rows":{"x":1,'],
      ['{read,admin}', '{none}'],
    ] as const) {
      expect(backup).toContain(from);
      await refused(target, backup.replace(from, to), /damaged/);
    }
  });

  it('of an older schema is migrated with its data', async () => {
    const target = await open();
    write(
      '9002_later.sql',
      `alter table everything add column later text not null default 'filled in'; update clients set name = 'renamed'`,
    );
    try {
      await restore(target, backup);
      expect(await target.query('select name from clients')).toEqual([{ name: 'renamed' }]);
      await target.query('select later from everything');
      const ahead = await open();
      await migrate(ahead, folder);
      await refused(ahead, backup, /newer than the backup \(9002_later\.sql\)/);
    } finally {
      fs.unlinkSync(path.join(folder, '9002_later.sql'));
    }
  });

  it('of a newer or another schema is refused', async () => {
    const target = await open();
    const [first, ...rest] = backup.split('\n');
    const withHeader = (change: object) => [JSON.stringify({ ...JSON.parse(first!), ...change }), ...rest].join('\n');
    const added = { name: '9999_newer.sql', checksum: 'x' };
    await refused(target, withHeader({ migrations: [...header.migrations, added] }), /made by a newer program/);
    await refused(target, withHeader({ version: 2 }), /made by a newer program/);
    const [changed, ...others] = header.migrations;
    await refused(target, withHeader({ migrations: [{ ...changed, checksum: 'x' }, ...others] }), /is not the file/);
    await refused(target, withHeader({ format: 'something else' }), /not a backup of state/);
  });

  it('is a consistent snapshot, and releases the database when its reader stops', async () => {
    const source = await open();
    await fill(source);
    const pieces = backupState(source);
    await pieces.next();
    if (engine.server) {
      await source.query(`insert into sources (tenant, source_id, connector, application_instance_id)
        values ('main', 'late', 'scripted', gen_random_uuid())`);
      expect(await rest(pieces)).not.toContain('"late"');
    } else {
      await pieces.return();
    }
    expect(await source.query(`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

describe('a backup', () => {
  it('needs no more memory for many rows', async () => {
    const engine = await embeddedEngine();
    const database: Database = await engine.open();
    try {
      await migrate(database, folder);
      await database.query(
        `insert into everything (bytes) select decode(repeat('ab', 10000), 'hex') from generate_series(1, 600)`,
      );
      let longest = 0;
      let total = 0;
      for await (const piece of backupState(database)) {
        longest = Math.max(longest, piece.length);
        total += piece.length;
      }
      expect(total).toBeGreaterThan(12_000_000);
      expect(longest).toBeLessThan(3_000_000);
    } finally {
      await engine.stop();
    }
  });
});
