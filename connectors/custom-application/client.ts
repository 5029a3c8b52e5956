// An opened source: its folder and its compiled configuration.
import type { SourceConfig } from './config.ts';
import type { SourceFolder } from './folder.ts';

export interface OpenedSource {
  readonly source: SourceFolder;
  readonly config: SourceConfig;
  readonly signal: AbortSignal;
}
