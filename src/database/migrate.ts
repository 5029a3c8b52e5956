// Migrates the state database to the schema of this program: applies every file of sql/state/ once, in order.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import type { Database } from './database.ts';

/** The migrations of this program. */
export const migrationsFolder = join(import.meta.dirname, '../../sql/state');

/** Id of the advisory lock that a process holds while it migrates. Any number that nothing else in the database uses. */
const lockId = 7_265_108;

export interface Migration {
  readonly name: string;
  readonly script: string;
  readonly checksum: string;
}

/**
 * Apply the missing migrations, each in its own transaction. Safe when several processes start at once.
 * @param last the last file to apply; default: all
 * @returns the names of the files that this call applied
 * @throws OperatorError when an applied file was changed, or the database is newer than this code
 */
export async function migrate(database: Database, folder = migrationsFolder, last?: string): Promise<string[]> {
  const migrations = (await knownMigrations(folder)).filter(({ name }) => last === undefined || name <= last);
  const done = await appliedMigrations(database);
  checkHistory(migrations, done);

  const applied: string[] = [];
  for (const migration of migrations) {
    if (!done.has(migration.name) && (await apply(database, migrations, migration))) applied.push(migration.name);
  }
  return applied;
}

async function apply(database: Database, migrations: readonly Migration[], migration: Migration): Promise<boolean> {
  return database.transaction(async transaction => {
    await lockSchema(transaction);
    await transaction.execute(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    // Another process may have applied it while this one waited for the lock.
    const done = await appliedMigrations(transaction);
    checkHistory(migrations, done);
    if (done.has(migration.name)) return false;
    await transaction.execute(migration.script);
    await transaction.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    return true;
  });
}

/** Keep other processes from migrating until the transaction ends. */
export async function lockSchema(transaction: Database): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1::int8)', [lockId]);
}

/** The migrations that were applied to a database: name → checksum. */
export async function appliedMigrations(database: Database): Promise<Map<string, string>> {
  const [table] = await database.query<{ name: string | null }>(
    `SELECT to_regclass('schema_migrations')::text AS name`,
  );
  if (!table?.name) return new Map();
  const rows = await database.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  );
  return new Map(rows.map(row => [row.name, row.checksum]));
}

function checkHistory(migrations: readonly Migration[], done: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map(migration => [migration.name, migration]));
  for (const [name, checksum] of done) {
    const migration = known.get(name);
    if (!migration) {
      throw new OperatorError(
        `The state database is newer than this program: ${name} was applied to it. Start the newer version, or restore a backup from before the upgrade`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new OperatorError(
        `sql/state/${name} was changed after it had been applied to the state database. Restore the file, and put the change into a new one`,
      );
    }
  }
  const last = [...done.keys()].sort().at(-1) ?? '';
  const late = migrations.find(migration => migration.name < last && !done.has(migration.name));
  if (late) {
    throw new OperatorError(
      `sql/state/${late.name} comes before ${last}, which was applied already. Give it a higher number`,
    );
  }
}

/** The migrations of a folder, in the order in which they are applied. */
export async function knownMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const misnamed = names.find(name => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  if (misnamed) throw new OperatorError(`sql/state/${misnamed} must be named like 0001_access.sql`);
  const twin = names.find((name, index) => names[index + 1]?.slice(0, 4) === name.slice(0, 4));
  if (twin) throw new OperatorError(`sql/state/${twin} has the same number as the file after it`);
  return Promise.all(
    names.map(async name => {
      // Ignore line ends, which a checkout may have changed.
      const script = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}
