// An opened source: its folder and its compiled configuration.
import type { SourceConfig } from './description/config.ts';
import type { SourceFolder } from './rows/files/folder.ts';

export interface OpenedSource {
  readonly source: SourceFolder;
  readonly config: SourceConfig;
  readonly signal: AbortSignal;
}
