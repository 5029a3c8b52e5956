// What is published of open tables: the snapshots of each table and their files. The storage keeps it as one file of JSON, from which all
// that engines read can be written again, except manifests.

/** A Parquet file of a table. */
export interface TableFile {
  /** Its path in the storage. */
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  /** The version that added it to the table. */
  readonly since: number;
  /** The application instance of all its rows. A file of position deletes has that of the file whose rows it hides. */
  readonly instance?: string;
  /** Of a file of position deletes: the path of the file whose rows it hides. */
  readonly deletesOf?: string;
  /** Of a file that was written from rows of the DuckDB file: a digest of them, unless they are many. */
  readonly digest?: string;
  /** Of a file with hidden rows: which, as a deletion vector of Delta. */
  readonly hidden?: HiddenRows;
}

export interface HiddenRows {
  /** The vector as it stands in the log, in Base85. */
  readonly text: string;
  readonly bytes: number;
  readonly rows: number;
}

export interface TableSnapshot {
  /** The version of the warehouse. It is also the id and the sequence number of the snapshot. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly schemaId: number;
  /** Number of its commit in the log of Delta. */
  readonly commit: number;
  /** Path of its list of manifests, in the folder of the table. A snapshot without a difference has that of the one before it. */
  readonly list: string;
  /** Paths of its files. */
  readonly files: readonly string[];
}

export interface TableState {
  /** Iceberg schemas, by their ids. */
  readonly schemas: readonly object[];
  /** Oldest first; at least one. */
  readonly snapshots: readonly TableSnapshot[];
  /** The files of all snapshots, by their paths. */
  readonly files: Readonly<Record<string, TableFile>>;
}

/** The form of the state and of what is written from it. Tables in another one are published anew. */
export const stateFormat = 2;

export interface OpenTablesState {
  readonly format: typeof stateFormat;
  /** Where programs outside find the root of the storage, as a URI without a slash at its end. */
  readonly location: string;
  /** The published versions and the names of their folders, oldest first. Those of release 0.2.0 and before have no snapshots. */
  readonly versions: readonly { readonly version: number; readonly folder: string }[];
  /** The number of the newest metadata of each table. */
  readonly number: number;
  readonly tables: Readonly<Record<string, TableState>>;
}

export const filesOfSnapshot = ({ files }: TableState, snapshot: TableSnapshot): TableFile[] =>
  snapshot.files.map(path => files[path]!);
