// The whole state as lines of JSON text, the same from both engines: a deployment can be restored from it, on the engine
// that it came from or on the other one. It holds what state holds: hashes of secrets, and the keys that sign tokens.
//
//   {"format": "rolecall state", "version": 1, "createdAt": …, "migrations": [{"name", "checksum"}, …]}
//   {"table": "clients", "columns": ["client_id", …], "sequences": {column: {"last": "12", "called": true}}}
//   ["6ba7b810-…", "{read,write}", null, …]     one row: PostgreSQL's text form of each value
//   …
//   {"rows": {"clients": 1, …}, "sha256": of every byte before this line}
import { createHash, type Hash } from 'node:crypto';
import type { Database } from './database.ts';
import { appliedMigrations } from './migrate.ts';
import { fixTextForms, quoted, type StateTable, stateTables } from './tables.ts';

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
  /** Column → what its sequence gave last, as text because it may be beyond 2^53; `called`: whether it gave that yet. */
  readonly sequences: Readonly<Record<string, { readonly last: string; readonly called: boolean }>>;
}

export interface BackupTrailer {
  readonly rows: Readonly<Record<string, number>>;
  readonly sha256: string;
}

/** Rows in memory at once; one of them has some megabytes at most. */
const rowsAtOnce = 100;

/**
 * Everything in state at one moment, in pieces that end with a line. Others read and write meanwhile on a server; the
 * embedded engine has one session, and its other users wait until the last piece was taken.
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
    // Whoever reads is told.
    .catch(() => {});
  try {
    yield* readable;
  } finally {
    // Also when the reader stops early: writing fails then, and the transaction is rolled back.
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
  const texts = columns.map(name => `${quoted(name)}::text`).join(', ');
  await transaction.execute(
    `declare backup_rows no scroll cursor for select array_to_json(array[${texts}])::text as line from ${quoted(table.name)}`,
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

/** A sequence is not part of the snapshot: it may be ahead of the rows, which only skips numbers. */
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
