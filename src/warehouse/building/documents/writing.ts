// What writing the collections of a version takes, and how a file of them is written.
import fs from 'node:fs';
import path from 'node:path';
import type { LimitFunction } from 'p-limit';
import type { ServedCollection } from '../../../resources/registry.ts';
import type { Statements } from '../../duckdb.ts';
import type { Collections, InstanceCount } from '../../version/layout.ts';
import type { VersionTables } from '../../version/table-parts.ts';
import { lineExpression } from '../document.ts';
import type { PartPlan } from '../parts/plan.ts';
import type { Compressor } from './compressor.ts';
import { type FileContent, writeDocuments } from './write-file.ts';

export interface PreviousDocuments {
  /** The folder with its files (`collectionsFolder`). */
  readonly folder: string;
  readonly collections: Collections;
}

export interface CollectionsOptions {
  /** The folder for the files (`collectionsFolder`); it exists. */
  readonly folder: string;
  /** The number of the version that is built. */
  readonly version: number;
  /** Statements that run at once. */
  readonly threads: number;
  /** Objects of each type, in the order of the instances' ids. */
  readonly counts: readonly InstanceCount[];
  /** The tables of the version that is built. */
  readonly tables: VersionTables;
  /** What is done with each part of these tables. */
  readonly plans: readonly PartPlan[];
  /** The version that plans refer to. */
  readonly previous: PreviousDocuments | undefined;
  /** Called when a collection is written. An error that it throws ends the work. */
  done(name: string): void;
}

/** What writing one collection takes. */
export interface Writing {
  readonly duckdb: Statements;
  readonly compressor: Compressor;
  /** Limits how many files are open. Nothing that waits for its turn begins after an error. */
  readonly inTurn: LimitFunction;
  /** The files that are written, to be synced. */
  readonly files: string[];
  readonly options: CollectionsOptions;
}

/** @param name relative to the folder of the collections */
export async function writeDocumentsFile(
  { compressor, inTurn, files, options }: Writing,
  name: string,
  content: FileContent,
): Promise<void> {
  const file = path.join(options.folder, name);
  await inTurn(async () => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await writeDocuments(compressor, file, content);
  });
  files.push(file);
}

/** A query of the lines of rows. @param from after FROM */
export function documentLines({ resource }: ServedCollection, from: string): string {
  return `SELECT ${lineExpression(resource, '"globalId"::VARCHAR')} FROM ${from}`;
}
