// How a version lies in its folder. The build writes it, and everything that reads a version finds it here.
import path from 'node:path';
import type { Resource } from '../../resources/define.ts';
import type { ServedCollection } from '../../resources/registry.ts';

/** The DuckDB file with the tables of a version; rows of large tables lie in {@link tablesFolder}. */
export function warehouseFile(folder: string): string {
  return path.join(folder, 'warehouse.duckdb');
}

/** The folder with the parts of a version's tables, which are Parquet files. `table-parts.ts` explains them. */
export function tablesFolder(folder: string): string {
  return path.join(folder, 'tables');
}

/** The folder with the documents of the collections, compressed (documents/format.ts). */
export function collectionsFolder(folder: string): string {
  return path.join(folder, 'collections');
}

/** The rows of a list that one application instance has. */
export interface InstanceRange {
  readonly applicationInstanceId: string;
  readonly start: number;
  readonly count: number;
}

/** Where the documents of an application instance lie. The files are named relative to {@link collectionsFolder}. */
export interface InstanceDocuments extends InstanceRange {
  /** A file of this instance alone, or the one of all that are small. */
  readonly base: string;
  /** The row of the base with its first document. */
  readonly firstRow: number;
  /** What is new, differs or is gone since the base was written. */
  readonly delta?: string;
}

/** How the documents of a list lie. */
export type StoredCollection =
  | {
      /** Sorted by application instance, and then by global id. */
      readonly order: 'instance';
      readonly rows: number;
      readonly instances: readonly InstanceDocuments[];
    }
  | {
      /**
       * `own`: one file is in the order of the list. `of`: an order file names rows of another collection, which has the documents.
       */
      readonly order: 'own' | { readonly of: string };
      readonly rows: number;
      /** Rows refer to them by their ordinals. In a collection that shows another one, they are those of the other one. */
      readonly instances: readonly Pick<InstanceRange, 'applicationInstanceId'>[];
    };

/** Collections by name. */
export type Collections = Readonly<Record<string, StoredCollection>>;

/** The name of a collection's files, from its path: `/v1/roles` → `roles`. */
export function collectionName(served: ServedCollection): string {
  return served.collection.path.replace(/^\/v1\//, '');
}

/** The name of a resource's table for queries: `/v1/user-groups` → `user_groups`. */
export function queryTableName(resource: Resource): string {
  return resource.table ?? collectionName({ resource, collection: resource.collections[0]! }).replaceAll('-', '_');
}

/** Documents of the application instances that are small, or of a collection in an order of its own. */
export function documentsFileName(collection: string): string {
  return `${collection}.docs`;
}

export function orderFileName(collection: string): string {
  return `${collection}.order`;
}

/** @param version in which it was written: versions share it */
export function baseFileName(collection: string, applicationInstanceId: string, version: number): string {
  return `${collection}/${applicationInstanceId}.base.${version}.docs`;
}

export function deltaFileName(collection: string, applicationInstanceId: string): string {
  return `${collection}/${applicationInstanceId}.delta.docs`;
}

/** Objects of one type that one application instance has. */
export interface InstanceCount {
  readonly type: string;
  readonly applicationInstanceId: string;
  readonly count: number;
}
