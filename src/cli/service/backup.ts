// rolecall backup, rolecall restore: save and restore the state of a deployment as one compressed file.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import process from 'node:process';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../../config/config-file.ts';
import { backupState } from '../../database/backup.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { type Restored, restoreState } from '../../database/restore.ts';
import { fetchBackup } from '../../deployment/operator/control-socket.ts';
import { requireLimits } from '../../deployment/process-limits.ts';
import type { Service } from '../../deployment/service.ts';
import { stateFolder } from '../../deployment/settings/state-folder.ts';
import type { Tenant } from '../../deployment/tenant.ts';
import { OperatorError } from '../../errors.ts';
import { afterRestore } from '../../state/after-restore.ts';
import { keepToOwner } from '../../storage/workspace.ts';
import { type CommonOptions, configOf, onceFree } from '../deployment.ts';
import { counted } from '../output.ts';

/** Longer than any row. Keeps a file without line ends from being read into memory whole. */
const longestLine = 64 * 1024 * 1024;

export async function backup(options: CommonOptions, file: string): Promise<void> {
  const config = configOf(options);
  refuseToOverwrite(file);
  const folder = stateFolder(config);
  if (!config.database_url && !fs.existsSync(folder)) {
    throw new OperatorError(`there is no state in ${folder}; name the data directory with --data-dir`);
  }
  // State on a server can be read while other processes have the deployment open. Embedded state only by the process that has it.
  await onceFree(async () => {
    const running = config.database_url ? undefined : await fetchBackup(config.data_dir);
    if (running) await writeFile(file, [running]);
    else await withState(config, database => writeBackup(backupState(database), file));
  });
  process.stderr.write(
    `${file} holds hashes of secrets and the keys that sign tokens: keep it where only you can read it.\n`,
  );
}

export async function restore(options: CommonOptions, file: string, withoutFiles: boolean): Promise<void> {
  const config = configOf(options);
  if (!fs.existsSync(file)) throw new OperatorError(`there is no file ${file}`);
  keepToOwner(config.data_dir);
  const { createdAt, rows } = await withState(config, database => readBackup(database, file, withoutFiles));
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  process.stderr.write(`Restored ${counted(count, 'row')} as they were at ${createdAt}.\n`);
  process.stderr.write(
    withoutFiles
      ? 'Every source is read in full by its next sync; until then there is no inventory.\n'
      : 'The files in the data directory or bucket (landed data, versions) are not part of a backup: they must be in place.\n',
  );
}

async function withState<Result>(config: Config, work: (database: Database) => Promise<Result>): Promise<Result> {
  requireLimits();
  const database = await openDatabase(
    config.database_url ? { url: config.database_url } : { folder: stateFolder(config) },
  );
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Write a backup to a temporary name beside `file`, and rename it once it is complete and on disk. Only its owner can read it.
 * @throws OperatorError when the file exists
 */
export async function writeBackup(pieces: AsyncIterable<string | Buffer>, file: string): Promise<void> {
  await writeFile(file, [Readable.from(pieces), createGzip()]);
}

/** Returns the function with which a running service writes a backup to a temporary file. It resolves to the file's path. */
export function backupSpooler({ database, tenants }: Service): () => Promise<string> {
  const [{ context }] = [...tenants.values()] as [Tenant];
  return async () => {
    const file = context.workspace.place('backups', `${randomUUID()}.gz`);
    await writeBackup(backupState(database), file);
    return file;
  };
}

async function writeFile(file: string, source: readonly [Readable, ...Duplex[]]): Promise<void> {
  refuseToOverwrite(file);
  const unfinished = `${file}.unfinished`;
  fs.rmSync(unfinished, { force: true });
  try {
    await pipeline([...source, fs.createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })]);
    fs.renameSync(unfinished, file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    const { syscall, code, message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET') {
      throw new OperatorError('the running service closed the connection before the backup was complete', {
        cause: error,
      });
    }
    if (syscall === undefined) throw error;
    throw new OperatorError(`${file} cannot be written: ${message}`, { cause: error });
  }
}

function refuseToOverwrite(file: string): void {
  if (fs.existsSync(file)) throw new OperatorError(`${file} is there already; name another file`);
}

/** Restore the state from a file of {@link writeBackup}. @throws OperatorError like `restoreState` */
export async function readBackup(database: Database, file: string, withoutFiles = false): Promise<Restored> {
  let restored: Restored | undefined;
  try {
    await pipeline(fs.createReadStream(file), createGunzip(), async (text: AsyncIterable<Buffer>) => {
      restored = await restoreState(database, linesOf(text), {
        afterwards: (transaction, createdAt) => afterRestore(transaction, createdAt, withoutFiles),
      });
    });
  } catch (error) {
    if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new OperatorError(`${file} is cut off, damaged, or not a backup; nothing was restored`, { cause: error });
  }
  return restored!;
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > longestLine) throw new OperatorError('the backup is damaged: a line of it does not end');
    yield* lines;
  }
  if (rest !== '') yield rest;
}
