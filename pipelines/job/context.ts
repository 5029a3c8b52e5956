// What the pipelines are given. They reach nothing that is not in here.
import type { Logger } from 'pino';
import type { SourceSettings } from '../../src/config/config-file.ts';
import type { Connector } from '../../src/connector/contract.ts';
import type { Database } from '../../src/database/database.ts';
import type { Exporter } from '../../src/exports/exporter.ts';
import type { AddOptions, JobName } from '../../src/jobs/queue.ts';
import type { LeaseKind } from '../../src/state/leases.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Workspace } from '../../src/storage/workspace.ts';
import type { HoldBack } from '../../src/warehouse/build/check.ts';
import type { TenantKeys } from '../../src/warehouse/keys.ts';

/** A configured source with the connector that reads it and its checked settings. */
export interface ConfiguredSource {
  readonly config: SourceSettings;
  readonly connector: Connector;
  readonly settings: unknown;
}

/** One tenant, as its jobs see it. */
export interface PipelineContext {
  readonly tenant: string;
  readonly database: Database;
  readonly storage: Storage;
  readonly keys: TenantKeys;
  readonly workspace: Workspace;
  readonly sources: ReadonlyMap<string, ConfiguredSource>;
  /** Folder of the configuration file. */
  readonly baseFolder: string;
  readonly holdBack: HoldBack;
  readonly keepVersionsMs: number;
  /** How many sources with this connector may be read at once in the whole deployment. */
  mostOfConnector(connector: string): number | undefined;
  /** Scheduled runs of this tenant's sources start so much later at most. */
  readonly jitterMs: number;
  readonly build: { readonly threads: number; readonly memoryBytes: number };
  /** Bytes of records that are landed at once; undefined: as landing sees fit. */
  readonly batchBytes: number | undefined;
  /** How long a source may neither answer nor fail before its run is put off. */
  readonly sourceSilenceMs: number;
  readonly exporter: Exporter;
  /** Of a job: every line names it. */
  readonly log: Logger;
  /** Another process took over what this one was at work on. */
  leaseLost(kind: LeaseKind): void;
  /** Have a job of this tenant carried out. What cannot be added now, the sweep adds. */
  addJob(name: JobName, id: string, options?: AddOptions): Promise<void>;
  /** A version was published or removed: who serves in this process looks again. */
  versionsChanged(): Promise<void>;
}
