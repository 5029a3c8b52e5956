// The file of a simulated application: an SQLite database. Its locks and its journal keep it consistent when several processes
// change it at the same time, and when one of them is killed.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ConnectorContext, SourceError } from '../../src/connector/contract.ts';
import { SourceUnavailable } from '../../src/connector/transient.ts';
import { plant, readSeed } from './seed.ts';
import type { SimulatedSettings } from './settings.ts';

type Value = string | number | null;

export interface Store {
  /** Absolute path of the file. */
  readonly file: string;
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  /** One statement; without values also several. */
  run(sql: string, ...values: readonly Value[]): void;
  /** One transaction: other writers wait, and nothing of it remains when `work` throws. Durable when it returns. */
  change<Result>(work: () => Result): Result;
  close(): void;
}

const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
const applicationId = 0x526f5369;
/** How long to wait for a change of another process. Changes take some milliseconds. */
const waitMs = 2_000;

/** @throws SourceError when the file is something else, or is not there and cannot be made */
export function openStore(
  { file: name, seed }: SimulatedSettings,
  { baseFolder, signal }: Pick<ConnectorContext, 'baseFolder' | 'signal'>,
): Store {
  signal.throwIfAborted();
  const file = resolve(baseFolder, name);
  if (!existsSync(file) && seed === undefined) {
    refuse(`${file} does not exist`, 'set `seed` to a file with the first content');
  }
  const store = openFile(file, signal);
  try {
    prepare(store, seed === undefined ? undefined : resolve(baseFolder, seed));
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

function openFile(file: string, signal: AbortSignal): Store {
  let database: DatabaseSync;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    database = new DatabaseSync(file, { timeout: waitMs });
  } catch (cause) {
    throw failureOf(cause, file);
  }
  const guarded = <Result>(work: () => Result): Result => {
    signal.throwIfAborted();
    try {
      return work();
    } catch (cause) {
      throw failureOf(cause, file);
    }
  };
  const run = (sql: string, ...values: readonly Value[]) =>
    guarded(() => {
      if (values.length === 0) database.exec(sql);
      else database.prepare(sql).run(...values);
    });
  return {
    file,
    all: <Row>(sql: string, ...values: readonly Value[]) =>
      guarded(() => database.prepare(sql).all(...values) as Row[]),
    run,
    change(work) {
      run('BEGIN IMMEDIATE');
      try {
        const result = work();
        run('COMMIT');
        return result;
      } catch (error) {
        // Not `run`: an abort must not leave the transaction open.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

/** Make the tables at first use. When two processes do so at once, the second finds them. */
function prepare(store: Store, seed: string | undefined): void {
  // The journal is synced, and so is the folder in which it is removed: a change that was confirmed survives a power failure.
  store.run('PRAGMA synchronous = EXTRA');
  if (isMade(store)) return;
  if (seed === undefined) refuse(`${store.file} is empty`, 'set `seed` to a file with the first content');
  const content = readSeed(seed);
  store.change(() => {
    if (isMade(store)) return;
    store.run(schema);
    plant(store.run, content);
  });
}

function isMade(store: Store): boolean {
  const [{ application_id: made } = { application_id: 0 }] = store.all<{ application_id: number }>(
    'PRAGMA application_id',
  );
  if (made === applicationId) return true;
  const [table] = store.all('SELECT 1 FROM sqlite_schema LIMIT 1');
  if (made !== 0 || table) refuse(`${store.file} is the database of another program`, 'name another file');
  return false;
}

function refuse(message: string, fix: string): never {
  throw new SourceError([{ severity: 'error', place: 'settings.file', message, fix }]);
}

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) → what to do about them. */
const remedies: Readonly<Record<number, string>> = {
  3: 'give the service the right to read and write the file and its folder',
  8: 'give the service the right to write the file and its folder',
  11: 'the file is damaged: restore a copy, or delete it to begin again with the seed',
  14: 'name a file in a folder that the service may write',
  26: 'the file is no SQLite database: name another one',
};

/** What an error of SQLite means for a run. Other errors stay as they are. */
function failureOf(error: unknown, file: string): unknown {
  const { errcode, message, code } = error as { errcode?: number; message: string; code?: string };
  if (errcode === undefined) {
    return code?.startsWith('E') && code !== 'ERR_SQLITE_ERROR' ? problemOf(file, message, remedies[14]!) : error;
  }
  const primary = errcode & 0xff;
  // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL
  if ([5, 6, 13].includes(primary)) return new SourceUnavailable(`${file}: ${message}`, { cause: error });
  const remedy = remedies[primary];
  return remedy === undefined ? error : problemOf(file, message, remedy);
}

const problemOf = (file: string, message: string, fix: string) =>
  new SourceError([{ severity: 'error', place: 'settings.file', message: `${file}: ${message}`, fix }]);
