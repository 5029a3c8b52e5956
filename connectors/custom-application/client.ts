// An opened source: its folder and its compiled configuration.
import type { Config } from './config.ts';
import type { SourceFolder } from './folder.ts';

export interface Client {
  readonly source: SourceFolder;
  readonly config: Config;
  readonly signal: AbortSignal;
}
