// A version for reads that found no difference: the files of the version in service, with another ledger.
import fs from 'node:fs';
import path from 'node:path';
import { fileFacts } from '../../storage/local-files.ts';
import { type FolderFacts, StorageCorrupt } from '../../storage/storage.ts';
import { type DuckDB, literal } from '../duckdb.ts';
import { warehouseFile } from '../version/layout.ts';
import { currentCollections, type Manifest, manifestFile } from '../version/manifest.ts';
import type { BuildOptions } from './build-options.ts';
import { continueHistory } from './changes/points.ts';
import { checkFindings } from './check.ts';
import { planUnchanged } from './islands/plan.ts';
import type { Choice } from './judge.ts';
import { foundGaps, writeLedger } from './ledger.ts';
import type { PreviousVersion } from './previous/version.ts';
import { takeOverFile } from './take-over.ts';
import { type Made, searchPath } from './write-version.ts';

export interface SameVersion {
  readonly options: BuildOptions;
  /** What the version is made from when nothing has changed. */
  readonly choice: Choice;
  readonly generatedAt: Date;
  /** Digest of what concerns the rows of every application instance. */
  readonly common: string;
  /** The version in service and its manifest. */
  readonly previous: PreviousVersion;
  readonly current: Manifest;
}

/**
 * Make the version; undefined when an application instance has to be computed, or when the history of changes becomes shorter.
 * @param duckdb without a database `warehouse`
 * @throws StorageCorrupt when a file of the version in service is damaged
 */
export async function writeSameVersion(duckdb: DuckDB, same: SameVersion): Promise<Made | undefined> {
  const { options, choice, generatedAt, common, previous, current } = same;
  const { sources } = options;
  const { islands, files, history: before, added = [], counts } = current;
  if (!files || !before || islands?.common !== common || islands.instances.length !== sources.size) return undefined;
  const { points } = continueHistory(before, generatedAt, options.keepChangesMs);
  if (points.length !== before.length) return undefined;
  const inputs = { ...options, ...choice, generatedAt, states: islands, previous: await previous.tables() };
  const unchanged = await planUnchanged(duckdb, inputs);
  if (unchanged.size !== sources.size) return undefined;
  options.progress('islands', { computed: 0, of: sources.size });
  await takeOverFiles(previous.folder, options.folder, files);
  await duckdb.run(`ATTACH ${literal(warehouseFile(options.folder))} AS warehouse; ${searchPath}`);
  await writeLedger(duckdb, { sources, chains: choice.reported, heldBack: choice.heldBack });
  return {
    states: islands,
    ...{ collections: currentCollections(current), counts, added, unchangedInstances: unchanged },
    history: [...points, { version: options.version, generatedAt: generatedAt.toISOString() }],
    findings: [...checkFindings(islands.instances.flatMap(({ checks }) => checks)), ...choice.findings],
    found: await foundGaps(duckdb, sources, choice.reported),
  };
}

/** The content of smaller files is compared with their hashes, of larger ones only the size. */
const mostVerifiedBytes = 4 * 1024 * 1024;

/** Link every file but the one of DuckDB, which is copied, because its ledger changes. */
async function takeOverFiles(from: string, to: string, files: FolderFacts): Promise<void> {
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const file = path.join(from, name);
    if (bytes <= mostVerifiedBytes && (await fileFacts(file)).sha256 !== sha256)
      throw new StorageCorrupt(file, 'its content has changed');
    if (file !== warehouseFile(from) && name !== manifestFile) takeOverFile(file, path.join(to, name));
  }
  fs.copyFileSync(warehouseFile(from), warehouseFile(to), fs.constants.COPYFILE_FICLONE);
}
