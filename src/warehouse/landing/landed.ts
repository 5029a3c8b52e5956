// Local copies of landed files for DuckDB, held while they are used.
import type { DamagedRead } from '../../state/damaged-reads.ts';
import type { LandedChain, LandedRun } from '../../state/landed-chains.ts';
import type { LandedFile } from '../../state/reads.ts';
import { fileFacts } from '../../storage/local-files.ts';
import { type Storage, StorageCorrupt } from '../../storage/storage.ts';
import type { TenantKeys } from '../keys.ts';
import { formerPart, isParquet, originOf } from './file-names.ts';

export interface LocalRun extends LandedRun {
  /** Parquet files, in the order in which they were landed. */
  readonly paths: readonly string[];
  /** Parquet files with the ids of objects of earlier runs that the source has deleted. */
  readonly removedPaths: readonly string[];
  /** Parquet files with the ids of objects that the read did not see (`id`), and their data dates (`data_date`). */
  readonly unconfirmedPaths: readonly string[];
}

/** Whether a run landed rows of a type, or removed some. */
export const hasFiles = ({ paths, removedPaths }: LocalRun): boolean => paths.length + removedPaths.length > 0;

export interface LocalChain extends Omit<LandedChain, 'runs'> {
  readonly runs: readonly LocalRun[];
}

/** Use local copies of the files under a key. */
export async function withLocalFiles<Result>(
  storage: Storage,
  key: string,
  files: readonly ({ name: string } | LandedFile)[],
  use: (paths: readonly string[]) => Promise<Result>,
): Promise<Result> {
  using held = new DisposableStack();
  return use(await borrowed(storage, key, files, held));
}

/**
 * Remove files of former attempts at a read that do not count: parts beyond `parts`, and lists of duplicates. Otherwise their
 * rejected records would be shown twice. Files of this and later attempts stay, even when the caller has lost its lease.
 */
export async function removeUncounted(
  storage: Storage,
  key: string,
  { parts, attempt }: { readonly parts: number; readonly attempt: number },
): Promise<void> {
  for (const name of await storage.list(key)) {
    const origin = originOf(name);
    if (!origin || origin.attempt >= attempt) continue;
    if (origin.part === 'duplicates' || origin.part > parts) await storage.remove(`${key}/${name}`);
  }
}

/** A landed file is damaged. */
export class LandedDamage extends Error {
  readonly read: DamagedRead;

  constructor(read: DamagedRead, cause: StorageCorrupt) {
    super(`${read.type} of source ${read.sourceId}: ${cause.message}; the source is read again`, { cause });
    this.name = 'LandedDamage';
    this.read = read;
  }
}

/** Borrow local copies of all files of the chains. @param held releases them @throws LandedDamage */
export async function borrowChains(
  storage: Storage,
  keys: TenantKeys,
  chains: readonly LandedChain[],
  held: DisposableStack,
): Promise<LocalChain[]> {
  const local: LocalChain[] = [];
  for (const chain of chains) {
    const runs: LocalRun[] = [];
    for (const run of chain.runs) {
      const key = keys.read(chain.sourceId, run.runId, chain.type);
      const files = run.files ?? (await unrecordedFiles(storage, key));
      const { sourceId, type } = chain;
      const { removed, unconfirmed } = run;
      const paths = await borrowed(storage, key, [...files, ...removed, ...unconfirmed], held).catch(error => {
        throw error instanceof StorageCorrupt ? new LandedDamage({ sourceId, runId: run.runId, type }, error) : error;
      });
      const removedPaths = paths.slice(files.length, files.length + removed.length);
      const unconfirmedPaths = paths.slice(files.length + removed.length);
      runs.push({ ...run, paths: paths.slice(0, files.length), removedPaths, unconfirmedPaths });
    }
    local.push({ ...chain, runs });
  }
  return local;
}

/** Compare the content of borrowed files with their hashes, which a folder does not do. @throws LandedDamage */
export async function verifyChains(chains: readonly LocalChain[]): Promise<void> {
  for (const { sourceId, type, runs } of chains) {
    for (const { runId, paths, removedPaths, unconfirmedPaths, files = [], removed, unconfirmed } of runs) {
      const own = [
        ...files.map((file, i) => [file, paths[i]!] as const),
        ...removed.map((file, i) => [file, removedPaths[i]!] as const),
        ...unconfirmed.map((file, i) => [file, unconfirmedPaths[i]!] as const),
      ];
      for (const [{ name, sha256 }, file] of own) {
        if ((await fileFacts(file)).sha256 === sha256) continue;
        throw new LandedDamage({ sourceId, runId, type }, new StorageCorrupt(name, 'its content has changed'));
      }
    }
  }
}

/** What a read of a former release landed: all Parquet files in its folder. */
async function unrecordedFiles(storage: Storage, key: string): Promise<{ name: string }[]> {
  const names = await storage.list(key);
  return names.filter(isParquet).map(name => ({ name }));
}

/** The parts that a read of a former release landed, by the numbers in their names. */
export async function unrecordedParts(storage: Storage, key: string): Promise<(LandedFile & { part: number })[]> {
  const parts: (LandedFile & { part: number })[] = [];
  for (const name of await storage.list(key)) {
    const part = formerPart(name);
    if (part === undefined) continue;
    using file = await storage.borrowFile(`${key}/${name}`);
    parts.push({ part, name, ...(await fileFacts(file.path)) });
  }
  return parts;
}

async function borrowed(
  storage: Storage,
  key: string,
  files: readonly ({ name: string } | LandedFile)[],
  held: DisposableStack,
): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, ...facts } of files) {
    const file = await storage.borrowFile(`${key}/${name}`, 'sha256' in facts ? facts : undefined);
    held.defer(() => file.release());
    paths.push(file.path);
  }
  return paths;
}
