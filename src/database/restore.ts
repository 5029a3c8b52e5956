// Restores a backup into an empty database, as a whole or not at all.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { type BackupHeader, type BackupTable, type BackupTrailer, backupFormat, backupVersion } from './backup.ts';
import type { Database } from './database.ts';
import { appliedMigrations, knownMigrations, lockSchema, migrate, migrationsFolder } from './migrate.ts';
import { isUnavailable, StatementError } from './statement-error.ts';
import { fixTextForms, type StateTable, stateTables } from './tables.ts';

export interface Restored {
  /** When the backup was made. */
  readonly createdAt: string;
  /** Table → its rows. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface RestoreOptions {
  /** Runs in the restoring transaction after all rows are inserted. When it throws, the restore is rolled back. */
  readonly afterwards?: (transaction: Database, createdAt: string) => Promise<void>;
  /** Folder of the migrations; default: those of this program. */
  readonly folder?: string;
}

const rowsAtOnce = 500;
const charactersAtOnce = 1024 * 1024;

/**
 * Restore what `backupState` wrote. One transaction first creates the schema of the backup, then inserts its rows, then applies
 * the newer migrations of this program. It commits once the last line has verified all others.
 * @param lines the backup's lines, without their ends
 * @throws OperatorError when the database has rows, or the backup is damaged or comes from a newer program
 */
export async function restoreState(
  database: Database,
  lines: AsyncIterable<string>,
  { folder = migrationsFolder, afterwards }: RestoreOptions = {},
): Promise<Restored> {
  const backup = backupLines(lines);
  try {
    const header = await headerOf(backup, folder);
    return await database.transaction(async transaction => {
      await lockSchema(transaction);
      await fixTextForms(transaction);
      await refuseRows(transaction);
      await bringTo(transaction, header, folder);
      const rows = await restoreRows(transaction, backup);
      await migrate(transaction, folder);
      await afterwards?.(transaction, header.createdAt);
      return { createdAt: header.createdAt, rows };
    });
  } catch (error) {
    if (!(error instanceof StatementError) || isUnavailable(error)) throw error;
    throw damaged('a value in it does not fit its column', error);
  } finally {
    await backup.end();
  }
}

/** Reads the lines one by one, and computes the digest of the lines read. */
function backupLines(lines: AsyncIterable<string>) {
  const iterator = lines[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  return {
    async next(): Promise<string | undefined> {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
    note: (line: string) => {
      hash.update(`${line}\n`);
    },
    digest: () => hash.digest('hex'),
    end: async () => {
      await iterator.return?.();
    },
  };
}

type BackupLines = ReturnType<typeof backupLines>;

async function headerOf(backup: BackupLines, folder: string): Promise<BackupHeader> {
  const line = (await backup.next()) ?? '';
  const header = parsed<BackupHeader>(line);
  if (header?.format !== backupFormat || !Array.isArray(header.migrations)) {
    throw new OperatorError('this is not a backup of state; `rolecall backup FILE` makes one');
  }
  const known = new Map((await knownMigrations(folder)).map(migration => [migration.name, migration.checksum]));
  const newer = header.version > backupVersion || header.migrations.some(({ name }) => !known.has(name));
  if (newer) {
    throw new OperatorError('the backup was made by a newer program; restore it with that version or a later one');
  }
  const changed = header.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (changed) {
    throw new OperatorError(`sql/state/${changed.name} is not the file that the backup's state was made with`);
  }
  backup.note(line);
  return header;
}

async function refuseRows(transaction: Database): Promise<void> {
  for (const { name } of await stateTables(transaction)) {
    const [row] = await transaction.query(`select 1 from ${pg.escapeIdentifier(name)} limit 1`);
    if (row) {
      throw new OperatorError(
        `the state database has rows already (in ${name}), and a backup is restored into an empty one only. ` +
          'Name another data directory or database_url, or move the old one away',
      );
    }
  }
}

/** Apply the migrations that the backup's state had. */
async function bringTo(transaction: Database, { migrations }: BackupHeader, folder: string): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  const ahead = [...(await appliedMigrations(transaction)).keys()].find(name => !names.has(name));
  if (ahead) {
    throw new OperatorError(
      `the state database has tables that are newer than the backup (${ahead}). ` +
        'Restore into an empty database; its tables are migrated afterwards',
    );
  }
  const last = [...names].sort().at(-1);
  if (last !== undefined) await migrate(transaction, folder, last);
}

async function restoreRows(transaction: Database, backup: BackupLines): Promise<Record<string, number>> {
  const tables = new Map((await stateTables(transaction)).map(table => [table.name, table]));
  const rows: Record<string, number> = {};
  const sequences: (() => Promise<unknown>)[] = [];
  let writer: ReturnType<typeof rowWriter> | undefined;

  for (let line = await backup.next(); line !== undefined; line = await backup.next()) {
    if (line.startsWith('[')) {
      if (!writer) throw damaged('it has rows before a table');
      backup.note(line);
      await writer.add(line);
      continue;
    }
    await writer?.flush();
    const section = parsed<BackupTable & BackupTrailer>(line);
    if (typeof section?.sha256 === 'string') {
      await verify(section, rows, backup);
      // Last, because a rollback does not undo the values of sequences.
      for (const set of sequences) await set();
      return rows;
    }
    backup.note(line);
    const table = tables.get(section?.table ?? '');
    if (!section || !table || section.table in rows) throw damaged('it names a table that is not there, or twice');
    rows[section.table] = 0;
    writer = rowWriter(transaction, table, section.columns, () => {
      rows[section.table]! += 1;
    });
    sequences.push(() => setSequences(transaction, table, section));
  }
  throw damaged('its end is missing');
}

async function verify(trailer: BackupTrailer, rows: Record<string, number>, backup: BackupLines): Promise<void> {
  const counted = JSON.stringify(Object.entries(rows).sort());
  if (trailer.sha256 !== backup.digest() || JSON.stringify(Object.entries(trailer.rows ?? {}).sort()) !== counted) {
    throw damaged('its content differs from the digest in its last line');
  }
  if ((await backup.next()) !== undefined) throw damaged('there is something after its end');
}

/** Collects rows and inserts many with one statement. The database casts every value from its text form. */
function rowWriter(transaction: Database, table: StateTable, columns: readonly string[], counted: () => void) {
  const types = new Map(table.columns.map(column => [column.name, column.type]));
  const unknown = columns.find(name => !types.has(name));
  if (unknown !== undefined || columns.length !== types.size) throw damaged(`${table.name} has other columns`);
  const values = columns.map((name, index) => `(line->>${index})::${types.get(name)}`);
  const statement = `insert into ${pg.escapeIdentifier(table.name)} (${columns.map(pg.escapeIdentifier).join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as line`;
  let waiting: string[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    characters = 0;
    await transaction.query(statement, [`[${lines.join(',')}]`]);
  }

  return {
    flush,
    async add(line: string): Promise<void> {
      waiting.push(line);
      characters += line.length;
      counted();
      if (waiting.length >= rowsAtOnce || characters >= charactersAtOnce) await flush();
    },
  };
}

async function setSequences(transaction: Database, table: StateTable, { sequences }: BackupTable): Promise<void> {
  for (const { name, sequence } of table.columns) {
    const state = sequences[name];
    if (sequence === null || !state) continue;
    await transaction.query('select setval($1::text::regclass, $2::text::bigint, $3)', [
      sequence,
      state.last,
      state.called,
    ]);
  }
}

function parsed<Value>(line: string): Value | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function damaged(how: string, cause?: unknown): OperatorError {
  return new OperatorError(`the backup is damaged: ${how}. Nothing was restored; take another copy of it`, { cause });
}
