// The manifest describes a version. It is written last, so a folder without a manifest is not a version.
import fs from 'node:fs';
import path from 'node:path';
import { writeDurably } from '../../storage/durable.ts';
import { codeOf } from '../../storage/local-files.ts';
import { type FolderFacts, StorageCorrupt } from '../../storage/storage.ts';
import type { FormerCollection } from './former/layout.ts';
import type { IslandStates } from './islands.ts';
import type { Collections, InstanceCount, StoredCollection } from './layout.ts';

export interface Manifest {
  readonly version: number;
  readonly tenant: string;
  readonly enrichmentVersion: string;
  readonly generatedAt: string;
  /** Collection name → how its documents lie. Versions of release 0.2.0 and before have the former layout. */
  readonly collections: Readonly<Record<string, StoredCollection | FormerCollection>>;
  /** Objects per type and application instance. The next build is compared with them. */
  readonly counts: readonly InstanceCount[];
  /** How many of these the service itself added to what connectors landed; absent in versions of release 0.2.0 and before. */
  readonly added?: readonly InstanceCount[];
  /** Its sources; absent in versions of release 0.2.0 and before. */
  readonly sources?: readonly SourceState[];
  /**
   * The versions since which changes are known, oldest first; the last is this version. The table `changes` holds what differs
   * between each and the one before it. Absent in versions of release 0.2.0 and before.
   */
  readonly history?: readonly HistoryPoint[];
  /** Its files with their size and hash, except the manifest; absent in versions of release 0.2.0 and before. */
  readonly files?: FolderFacts;
  /** What the next build need not compute again; absent in versions of release 0.2.0 and before. */
  readonly islands?: IslandStates;
}

export interface HistoryPoint {
  readonly version: number;
  /** ISO 8601. When the build of the version began. */
  readonly generatedAt: string;
  /**
   * Present where the version was made by another release than the one before it. Fields that the service computes, and fields that
   * are new, were not compared, because every object would seem changed.
   */
  readonly isPartial?: true;
}

/** How current and complete a version's data of one source are. */
export interface SourceState {
  readonly sourceId: string;
  /** Objects that are shown in a former form, because the newest reads rejected them or may have missed them. */
  readonly kept: number;
  /** ISO 8601. Since this moment the newest data of the source look broken, and the version shows the last good data. */
  readonly heldBackSince?: string;
}

export const manifestFile = 'manifest.json';

export function writeManifest(folder: string, manifest: Manifest): void {
  writeDurably(path.join(folder, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** @throws StorageCorrupt when the folder has no readable manifest, so it is not a complete version */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, manifestFile);
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new StorageCorrupt(file, 'it is not JSON', { cause });
    if (codeOf(cause) === 'ENOENT') throw new StorageCorrupt(file, 'it is not there', { cause });
    throw cause;
  }
}

/** The collections of a version whose documents lie as this release writes them; none of a version of a former release. */
export function currentCollections({ collections }: Manifest): Collections {
  const isCurrent = (
    entry: readonly [string, StoredCollection | FormerCollection],
  ): entry is [string, StoredCollection] => 'order' in entry[1];
  return Object.fromEntries(Object.entries(collections).filter(isCurrent));
}
