// What a pipeline receives. It uses nothing else of the process.

import type { Logger } from 'pino';
import type { SourceSettings } from '../../src/config/config-file.ts';
import type { ReportSettings, SmtpSettings, Subscription } from '../../src/config/delivery-settings.ts';
import type { PersonSettings } from '../../src/config/person-settings.ts';
import type { ReceiverSettings } from '../../src/config/signal-settings.ts';
import type { Connector } from '../../src/connector/contract.ts';
import type { Database } from '../../src/database/database.ts';
import type { Exporter } from '../../src/exports/exporter.ts';
import type { AddOptions, JobName } from '../../src/jobs/queue.ts';
import type { QueryRunner } from '../../src/queries/runner.ts';
import type { Transmitter } from '../../src/signals/transmitters.ts';
import type { LeaseKind } from '../../src/state/leases.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Workspace } from '../../src/storage/workspace.ts';
import type { BuildOptions } from '../../src/warehouse/building/build-options.ts';
import type { HoldBack } from '../../src/warehouse/building/hold-back.ts';
import type { RiskOptions } from '../../src/warehouse/building/risks/risk-options.ts';
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
  /** The service's own risk rules, as the configuration has them. */
  readonly risks: RiskOptions;
  /** Which e-mail addresses reach the same person. */
  readonly persons: PersonSettings;
  /** The application instance of the service itself. */
  readonly serviceInstance: string;
  readonly keepVersionsMs: number;
  /** Whether versions are published as tables for other engines. */
  readonly hasOpenTables: boolean;
  /** How long changes between versions are kept. */
  readonly keepChangesMs: number;
  /** How long a lease is valid without renewal. */
  readonly leaseMs: number;
  /** How many sources with this connector may be read at once in the whole deployment. */
  mostOfConnector(connector: string): number | undefined;
  /** The longest delay by which scheduled runs of this tenant's sources are spread, in milliseconds. */
  readonly jitterMs: number;
  readonly build: Pick<BuildOptions, 'threads' | 'memoryBytes' | 'partRows' | 'lookupRows'>;
  /** Bytes of records in one landed batch; undefined: the default of landing. */
  readonly batchBytes: number | undefined;
  /** How long to wait for a source that neither answers nor fails, in milliseconds. After that, its run is retried later. */
  readonly sourceSilenceMs: number;
  readonly exporter: Exporter;
  readonly runner: QueryRunner;
  /** The scheduled reports of this tenant. */
  readonly reports: readonly ReportSettings[];
  /** Who is told what goes wrong in this tenant. */
  readonly notifications: {
    readonly subscriptions: readonly Subscription[];
    /** A source with a schedule is stale when its last complete read is longer ago. */
    readonly staleAfterMs: number;
  };
  /** The public address of the service. */
  readonly baseUrl: string;
  /** Shared signals of this tenant. */
  readonly signals: {
    readonly transmitters: readonly Transmitter[];
    readonly receivers: readonly ReceiverSettings[];
    /** The `iss` of our tokens. */
    readonly issuer: string;
    /** The address to which a transmitter pushes. @param name of the transmitter */
    pushAddress(name: string): string;
  };
  /** The mail server; undefined: no e-mail is sent. */
  readonly smtp: SmtpSettings | undefined;
  /** The logger of the job: every line names the job. */
  readonly log: Logger;
  /** Called when another process took over the lease of the running job. */
  leaseLost(kind: LeaseKind): void;
  /** Add a job of this tenant to the queue. When that fails, the sweep adds it later. */
  addJob(name: JobName, id: string, options?: AddOptions): Promise<void>;
  /** Called when a version was published or removed, so that this process serves the current versions. */
  versionsChanged(): Promise<void>;
}
