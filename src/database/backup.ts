// Writes the whole state as lines of JSON, in the same form for both engines. A deployment can be restored from it on either
// engine. Like state, it contains hashes of secrets and the keys that sign tokens.
//
//   {"format": "rolecall state", "version": 1, "createdAt": …, "migrations": [{"name", "checksum"}, …]}
//   {"table": "clients", "columns": ["client_id", …], "sequences": {column: {"last": "12", "called": true}}}
//   ["6ba7b810-…", "{read,write}", null, …]     one row: PostgreSQL's text form of each value
//   …
//   {"rows": {"clients": 1, …}, "sha256": of every byte before this line}
import { createHash, type Hash } from 'node:crypto';
import pg from 'pg';
import type { Database } from './database.ts';
import { appliedMigrations } from './migrate.ts';
import { fixTextForms, type StateTable, stateTables } from './tables.ts';

export const backupFormat = 'rolecall state';
export const backupVersion = 1;

export interface BackupHeader {
  readonly format: typeof backupFormat;
  readonly version: number;
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** Column → the last value of its sequence, as text because it may exceed 2^53; `called`: whether that value was used yet. */
  readonly sequences: Readonly<Record<string, { readonly last: string; readonly called: boolean }>>;
}

export interface BackupTrailer {
  readonly rows: Readonly<Record<string, number>>;
  readonly sha256: string;
}

/** Rows in memory at once. A row has at most some megabytes. */
const rowsAtOnce = 100;

/**
 * A snapshot of the whole state, in chunks that end at a line end. On a server, others can read and write meanwhile. The
 * embedded engine has one session, so all others wait until the last chunk was read.
 */
export async function* backupState(database: Database): AsyncGenerator<string, void, undefined> {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const written = database
    .transaction(transaction => write(transaction, text => writer.write(text)))
    .then(
      () => writer.close(),
      error => writer.abort(error),
    )
    // The reader gets the error through `readable`.
    .catch(() => {});
  try {
    yield* readable;
  } finally {
    // Runs too when the reader stops early: then writing fails, and the transaction is rolled back.
    await written;
  }
}

async function write(transaction: Database, send: (text: string) => Promise<void>): Promise<void> {
  await transaction.execute('set transaction isolation level repeatable read, read only');
  await fixTextForms(transaction);
  const hash = createHash('sha256');
  const sendHashed = (text: string) => send(hashed(hash, text));
  await sendHashed(lineOf(await header(transaction)));
  const rows: Record<string, number> = {};
  for (const table of await stateTables(transaction)) {
    rows[table.name] = await writeTable(transaction, table, sendHashed);
  }
  await send(lineOf({ rows, sha256: hash.digest('hex') } satisfies BackupTrailer));
}

async function header(transaction: Database): Promise<BackupHeader> {
  const migrations = [...(await appliedMigrations(transaction))].map(([name, checksum]) => ({ name, checksum }));
  return { format: backupFormat, version: backupVersion, createdAt: new Date().toISOString(), migrations };
}

async function writeTable(
  transaction: Database,
  table: StateTable,
  send: (text: string) => Promise<void>,
): Promise<number> {
  const columns = table.columns.map(column => column.name);
  const sequences = await sequencesOf(transaction, table);
  await send(lineOf({ table: table.name, columns, sequences } satisfies BackupTable));
  const texts = columns.map(name => `${pg.escapeIdentifier(name)}::text`).join(', ');
  await transaction.execute(
    `declare backup_rows no scroll cursor for select array_to_json(array[${texts}])::text as line from ${pg.escapeIdentifier(table.name)}`,
  );
  let count = 0;
  for (;;) {
    const rows = await transaction.query<{ line: string }>(`fetch ${rowsAtOnce} from backup_rows`);
    if (rows.length === 0) break;
    count += rows.length;
    await send(rows.map(row => `${row.line}\n`).join(''));
  }
  await transaction.execute('close backup_rows');
  return count;
}

/** Sequences are not part of the snapshot. They may be ahead of the rows, which only leaves gaps in the numbers. */
async function sequencesOf(transaction: Database, { columns }: StateTable): Promise<BackupTable['sequences']> {
  const sequences: Record<string, { last: string; called: boolean }> = {};
  for (const { name, sequence } of columns) {
    if (sequence === null) continue;
    const [row] = await transaction.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    sequences[name] = row!;
  }
  return sequences;
}

function lineOf(value: BackupHeader | BackupTable | BackupTrailer): string {
  return `${JSON.stringify(value)}\n`;
}

function hashed(hash: Hash, text: string): string {
  hash.update(text);
  return text;
}
