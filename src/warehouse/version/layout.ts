// How a version lies in its folder. The build writes it, and everything that reads a version finds it here.
import path from 'node:path';
import type { ServedCollection } from '../../resources/registry.ts';

/** The DuckDB file with the tables of a version; rows of large tables lie in {@link tablesFolder}. */
export function warehouseFile(folder: string): string {
  return path.join(folder, 'warehouse.duckdb');
}

/** The folder with the parts of a version's tables, which are Parquet files. `table-parts.ts` explains them. */
export function tablesFolder(folder: string): string {
  return path.join(folder, 'tables');
}

/** The folder with the collections of a version, as the bytes that the API sends. */
export function collectionsFolder(folder: string): string {
  return path.join(folder, 'serve');
}

export interface CollectionManifest {
  readonly rows: number;
  /** Rows and bytes of each `.json` file. */
  readonly parts: readonly { rows: number; bytes: number }[];
  /** Whether the rows are sorted by application instance, so that each instance is one range. Otherwise `.owners` names it. */
  readonly contiguous: boolean;
  readonly instances: readonly { applicationInstanceId: string; start: number; count: number }[];
}

/** The name of a collection's files, from its path: `/v1/roles` → `roles`. */
export function collectionName(served: ServedCollection): string {
  return served.collection.path.replace(/^\/v1\//, '');
}

export function partFile(file: string, part: number): string {
  return `${file}.${part}.json`;
}

/** Objects of one type that one application instance has. */
export interface InstanceCount {
  readonly type: string;
  readonly applicationInstanceId: string;
  readonly count: number;
}
