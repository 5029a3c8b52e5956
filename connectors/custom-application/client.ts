// An opened source: its folder, its compiled description, and what its rows come from.
import type { PushedRows } from '../../src/connector/contract.ts';
import type { SourceConfig } from './description/config.ts';
import type { SourceFolder } from './rows/files/folder.ts';
import type { AskedApi } from './rows/http/known-answers.ts';
import type { QueriedDatabase } from './rows/sql/queried-database.ts';

export interface OpenedSource {
  readonly source: SourceFolder;
  readonly config: SourceConfig;
  readonly signal: AbortSignal;
  /** Whether the description ships with the program. */
  readonly isShipped?: boolean;
  /** The API of the requests; undefined: the description has no requests. */
  readonly api?: { readonly api: AskedApi; readonly base: string } | undefined;
  /** The database of the queries; undefined: the description has no queries. */
  readonly database?: QueriedDatabase | undefined;
  /** What a system has sent for this run; undefined: nothing. */
  readonly pushed?: PushedRows | undefined;
  /** Of a read that brings only what has changed: since when, a time or a value of a column. */
  readonly since?: string | undefined;
  /** Of rows for a lookup: whether those that came earlier in this run will do. */
  readonly isKnown?: boolean | undefined;
  /** Gets where the next read of changes starts, before rows are read; undefined: it is not known. */
  readonly noteBegin?: ((begin: string | undefined) => void) | undefined;
  close(): Promise<void>;
}
