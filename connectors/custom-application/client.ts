// An opened source: its folder, its compiled description, and what its rows come from.
import type { SourceConfig } from './description/config.ts';
import type { SourceFolder } from './rows/files/folder.ts';
import type { AskedApi } from './rows/http/known-answers.ts';

export interface OpenedSource {
  readonly source: SourceFolder;
  readonly config: SourceConfig;
  readonly signal: AbortSignal;
  /** The API of the requests; undefined: the description has no requests. */
  readonly api?: { readonly api: AskedApi; readonly base: string } | undefined;
  /** Of a read that brings only what has changed: since when. */
  readonly since?: Date | undefined;
  /** Gets the time of the source when a read begins; undefined: it is not known. */
  readonly noteTime?: ((time: number | undefined) => void) | undefined;
  close(): Promise<void>;
}
