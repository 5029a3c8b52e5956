// A version for reads that found no difference: the files of the version in service, with another ledger.
import fs from 'node:fs';
import path from 'node:path';
import { type DuckDB, literal } from '../duckdb.ts';
import { warehouseFile } from '../version/layout.ts';
import { currentCollections, type Manifest, manifestFile } from '../version/manifest.ts';
import type { BuildOptions } from './build-options.ts';
import { continueHistory } from './changes/points.ts';
import { checkFindings } from './check.ts';
import type { Choice } from './judge.ts';
import { foundGaps, writeLedger } from './ledger.ts';
import { takeOverFile } from './take-over.ts';
import type { Made } from './write-version.ts';

export interface SameVersion {
  readonly options: BuildOptions;
  readonly choice: Choice;
  readonly generatedAt: Date;
  /** The version in service, and its folder. */
  readonly current: Manifest;
  readonly folder: string;
  /** The application instances that no change can have reached. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Make the version, unless an application instance has to be computed, or the history of changes becomes shorter.
 * @param duckdb with an empty database `warehouse`, which is replaced
 */
export async function writeSameVersion(duckdb: DuckDB, same: SameVersion): Promise<Made | undefined> {
  const { options, choice, generatedAt, current, kept } = same;
  const { sources } = options;
  const { islands, files, history: before, added = [], counts } = current;
  if (!islands || !files || !before || kept.size !== sources.size || islands.instances.length !== sources.size) return;
  const { points } = continueHistory(before, generatedAt, options.keepChangesMs);
  if (points.length !== before.length) return;
  await takeOverFiles(duckdb, same, Object.keys(files));
  options.progress('ledger', { computed: 0, of: sources.size });
  await writeLedger(duckdb, { sources, chains: choice.shown, heldBack: choice.heldBack });
  return {
    states: islands,
    ...{ collections: currentCollections(current), counts, added, keptInstances: kept },
    history: [...points, { version: options.version, generatedAt: generatedAt.toISOString() }],
    findings: [...checkFindings(islands.instances.flatMap(({ checks }) => checks)), ...choice.findings],
    found: await foundGaps(duckdb, sources, choice.shown),
  };
}

/** Link every file but the one of DuckDB, which is copied, because its ledger changes. */
async function takeOverFiles(duckdb: DuckDB, { options, folder: from }: SameVersion, names: readonly string[]) {
  const { folder } = options;
  const database = warehouseFile(folder);
  await duckdb.run('DETACH warehouse');
  fs.rmSync(database);
  for (const name of names) {
    const file = path.join(folder, name);
    if (file !== database && name !== manifestFile) takeOverFile(path.join(from, name), file);
  }
  fs.copyFileSync(warehouseFile(from), database, fs.constants.COPYFILE_FICLONE);
  await duckdb.run(`ATTACH ${literal(database)} AS warehouse`);
}
