// Databases in memory that wait for their next use in this process. Opening a database takes longer than reading a small file, and so
// does the first look at each of its catalogues.
import { mebibytes } from '../mebibytes.ts';
import { type DuckDB, type DuckDBSettings, literal, openDuckDB } from './duckdb.ts';

type WaitingSettings = Pick<DuckDBSettings, 'threads' | 'memoryBytes' | 'spillFolder'>;

/** Bytes by which the memory of the process grew during a use. */
const worthGivingBack = 64 * 1024 * 1024;

/** Threads and bytes of memory → the database that waits. */
const waiting = new Map<string, DuckDB>();

/**
 * Use a database. One use at a time has it; a use that begins meanwhile opens one of its own.
 * @param work drops and detaches what it made. The database is closed when it fails
 */
export async function withDuckDB<Result>(
  settings: WaitingSettings,
  work: (duckdb: DuckDB) => Promise<Result>,
): Promise<Result> {
  const { spillFolder, ...limits } = settings;
  const key = JSON.stringify(limits);
  const duckdb = await take(key, settings);
  let isUsable = false;
  try {
    const before = process.memoryUsage.rss();
    const result = await work(duckdb);
    // Gives what the use took back to the system, as closing does: three million rows left 0.5 GB. It takes longer than a small use.
    if (process.memoryUsage.rss() - before >= worthGivingBack)
      await duckdb.run(`SET memory_limit = ${literal(mebibytes(settings.memoryBytes))}`);
    isUsable = !waiting.has(key);
    return result;
  } finally {
    if (isUsable) waiting.set(key, duckdb);
    else await duckdb[Symbol.asyncDispose]();
  }
}

async function take(key: string, settings: WaitingSettings): Promise<DuckDB> {
  const taken = waiting.get(key);
  waiting.delete(key);
  if (taken) {
    try {
      // It cannot be set any more after something was spilled.
      await taken.run(`SET temp_directory = ${literal(settings.spillFolder)}`);
      return taken;
    } catch {
      await taken[Symbol.asyncDispose]();
    }
  }
  const duckdb = await openDuckDB({ ...settings, file: ':memory:' });
  // It would keep what was read from files in memory.
  await duckdb.run('SET enable_external_file_cache = false');
  return duckdb;
}
