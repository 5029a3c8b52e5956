// The embedded engine: PostgreSQL compiled to WebAssembly (PGlite), with its data in a folder. One process, one session.
import { existsSync, fdatasyncSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { OperatorError } from '../errors.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { createPreparedStatements } from './prepared.ts';
import { rowTypeParsers } from './row-types.ts';
import type { Sessions } from './sessions.ts';
import { createTurns, inBackground, type Turns } from './turns.ts';

export interface EmbeddedOptions {
  /** How often the space of deleted rows is freed for new ones, in milliseconds. Default: an hour. */
  readonly vacuumEveryMs?: number;
}

/** Open the database in `folder` (takes a fraction of a second). Creates it first when there is none (some seconds). */
export async function openEmbedded(
  folder: string,
  { vacuumEveryMs = 3_600_000 }: EmbeddedOptions = {},
): Promise<Sessions> {
  const unlock = await lockFolder(folder);
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder);
    const engine = await start(folder);
    return oneSession(engine, unlock, vacuumEveryMs);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Creates the database under another name and renames it, so that a crash leaves no incomplete database. */
async function initialise(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const engine = await start(unfinished);
  await removeTemplates(engine);
  await engine.close();
  await closeToOthers(unfinished);
  try {
    await rename(unfinished, folder);
  } catch (cause) {
    throw new OperatorError(`${folder} holds something other than a state database. Choose an empty folder, or none`, {
      cause,
    });
  }
}

/**
 * Remove the databases from which others would be made. There is only one, and they are two thirds of all files, which a start and a
 * backup would read.
 */
async function removeTemplates(engine: PGlite): Promise<void> {
  const names = ['template0', 'template1'];
  await engine.exec(`UPDATE pg_database SET datistemplate = false WHERE datname IN ('${names.join(`', '`)}')`);
  for (const name of names) await engine.exec(`DROP DATABASE ${name}`);
}

/** PGlite sets the permissions of the files that it unpacks, regardless of the umask. */
async function closeToOthers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

/** The engine does not say why it cannot write. A database that was just made takes more than this many bytes. */
const leastSpace = 1024 * 1024;

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < leastSpace;
}

async function start(folder: string): Promise<PGlite> {
  let engine: PGlite;
  try {
    engine = await PGlite.create({
      dataDir: folder,
      relaxedDurability: false,
      parsers: rowTypeParsers,
      // PGlite's default adds -F (no fsync), with which a power failure loses committed transactions.
      startParams: [
        ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
        '-c',
        'wal_sync_method=fsync',
        // PGlite allocates its default of 128 MB as a whole, even when the state needs only some megabytes.
        '-c',
        'shared_buffers=16MB',
      ],
    });
  } catch (cause) {
    const remedy = (await isFull(folder))
      ? 'Its disk is full: make space'
      : 'Restore the folder from a backup, or check that it is readable and writable';
    throw new OperatorError(`The state database in ${folder} cannot be opened. ${remedy}`, { cause });
  }
  syncFilesForReal(engine);
  await engine.exec(`SET TIME ZONE 'UTC'`);
  return engine;
}

/** PGlite's Node file system has no fsync operation, so PostgreSQL's fsync calls would do nothing. This adds one. */
function syncFilesForReal(engine: PGlite): void {
  const operations = engine.Module.NODEFS as unknown as { stream_ops: Record<string, unknown> };
  operations.stream_ops['fsync'] = (stream: { nfd?: number }) => {
    if (stream.nfd !== undefined) fdatasyncSync(stream.nfd);
    return 0;
  };
}

function oneSession(engine: PGlite, unlock: () => void, vacuumEveryMs: number): Sessions {
  const turns = createTurns();

  const statements = createPreparedStatements(engine);

  const session = {
    run: statements.run,
    script: async (text: string) => {
      statements.forget();
      await engine.exec(text);
    },
  };

  const ended = new AbortController();
  void vacuumRegularly(engine, turns, vacuumEveryMs, ended.signal);

  return {
    // There is only one session, so `discard` does nothing.
    withSession: work => turns.take(() => work(session, () => {})),
    close() {
      ended.abort();
      return turns.takeLast(async () => {
        await engine.close();
        unlock();
      });
    },
  };
}

/** PGlite has no autovacuum process. Without this, the space of deleted rows would never be used again. */
async function vacuumRegularly(engine: PGlite, turns: Turns, everyMs: number, ended: AbortSignal): Promise<void> {
  while (await setTimeout(everyMs, true, { ref: false, signal: ended }).catch(() => false)) {
    // A vacuum can fail, for example when the disk is full. The next one does its work.
    await inBackground(() => vacuum(engine, turns, ended)).catch(() => undefined);
  }
}

/** Each table has a turn of its own, because requests wait while the engine works. */
async function vacuum(engine: PGlite, turns: Turns, ended: AbortSignal): Promise<void> {
  const list = `SELECT relid::regclass::text AS name FROM pg_stat_user_tables`;
  const { rows } = await turns.take(() => engine.query<{ name: string }>(list));
  for (const { name } of rows) {
    if (ended.aborted) return;
    await turns.take(() => engine.exec(`VACUUM ${name}`));
  }
}
