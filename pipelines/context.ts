// What the pipelines are given. They reach nothing that is not in here.
import type { Logger } from 'pino';
import type { SourceSettings } from '../src/config.ts';
import type { Connector } from '../src/connector/contract.ts';
import type { Exporter } from '../src/exports/exporter.ts';
import type { Progress } from '../src/jobs/progress.ts';
import type { JobName } from '../src/jobs/queue.ts';
import type { Database } from '../src/state/database.ts';
import type { HoldBack } from '../src/warehouse/check.ts';
import type { TenantFolders } from '../src/warehouse/folders.ts';

/** A configured source with the connector that reads it and its checked settings. */
export interface ConfiguredSource {
  readonly config: SourceSettings;
  readonly connector: Connector;
  readonly settings: unknown;
}

export interface PipelineContext {
  readonly tenant: string;
  readonly database: Database;
  readonly folders: TenantFolders;
  readonly sources: ReadonlyMap<string, ConfiguredSource>;
  /** Folder of the configuration file. */
  readonly baseFolder: string;
  readonly holdBack: HoldBack;
  readonly keepVersionsMs: number;
  readonly build: { readonly threads: number; readonly memoryBytes: number };
  /** Bytes of records that are landed at once; undefined: as landing sees fit. */
  readonly batchBytes: number | undefined;
  readonly exporter: Exporter;
  readonly progress: Progress;
  readonly log: Logger;
  addJob(name: JobName, id: string): void;
  /** A version was published or removed: whoever serves looks again. */
  versionsChanged(): Promise<void>;
}
