// The commands of the command line on a deployment: their options, results and names. The process that has the data directory open
// carries them out (operator.ts); another one reaches it over the control socket. A command line loads this file and not the service.
import type { JobName } from '../../jobs/queue.ts';
import type { AuditEvent } from '../../state/audit-events.ts';
import type { HeldBackSource } from '../../state/held-back.ts';
import type { ListedNotice } from '../../state/notices/notices.ts';
import type { RunningProcess } from '../../state/processes/processes.ts';
import type { SyncRead } from '../../state/reads.ts';
import type { ListedRun } from '../../state/run-list.ts';
import type { SyncRun } from '../../state/runs.ts';
import type { Build, PublishedVersion } from '../../state/versions.ts';
import type { Reloaded } from '../reload.ts';
import type { AccessOperator, TenantChoice } from './access-operator.ts';
import type { Bundled, BundledData } from './bundle.ts';
import type { RebuildOutcome } from './rebuild.ts';
import type { SyncEvent, SyncOutcome } from './sync.ts';

export interface SourceStatus {
  readonly id: string;
  readonly connector: string;
  readonly schedule: string | null;
  readonly applicationInstanceId: string;
  readonly run: ListedRun | null;
  readonly reads: readonly SyncRead[];
  /** Null: its newest data are in the version, or will be in the next one. */
  readonly heldBack: HeldBackSource | null;
}

export interface JobStatus {
  readonly runs: readonly SyncRun[];
  readonly heldBack: readonly HeldBackSource[];
  readonly build: Build | null;
  readonly versions: readonly PublishedVersion[];
  /** Kinds of jobs that no process takes; null: the queue's server does not say. */
  readonly unattended: readonly JobName[] | null;
}

export interface SyncRequest extends TenantChoice {
  /** Empty: all sources of the tenant. */
  readonly sources: readonly string[];
  /** Accept what was lost or rejected of these sources, and of no other. */
  readonly acceptLoss?: boolean;
  /** Read everything, even where a connector could read only what has changed. */
  readonly full?: boolean;
}

/** A page of the audit log of a tenant and of the deployment, newest first. */
export interface AuditQuery extends TenantChoice {
  /** ISO 8601. `since` is the first moment; `before` is the moment after the last. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly principal?: string | undefined;
  readonly action?: string | undefined;
  readonly pageSize: number;
  /** Id of the last entry of the previous page. */
  readonly after?: string | undefined;
}

/** Every command takes one JSON object and resolves to JSON. `sync` emits progress while it runs. */
export interface Operator extends AccessOperator {
  sync(options: SyncRequest, emit: (event: SyncEvent) => void): Promise<SyncOutcome>;
  sources(options: TenantChoice): Promise<readonly SourceStatus[]>;
  rejected(
    options: TenantChoice & {
      source: string;
    },
  ): Promise<readonly { type: string; place: string; reasons: readonly string[] }[]>;
  jobs(options: TenantChoice): Promise<JobStatus>;
  audit(options: AuditQuery): Promise<{ events: readonly AuditEvent[]; next?: string | undefined }>;
  /** Take up the changed configuration file. */
  reload(): Promise<Reloaded>;
  /** What `reload` would change now. */
  pending(): Promise<Reloaded>;
  /** The serve and work processes of the deployment that have reported lately. */
  processes(): Promise<readonly RunningProcess[]>;
  notices(options: TenantChoice & { limit: number }): Promise<readonly ListedNotice[]>;
  /** A sentence about each damaged file of the version in service. */
  damage(options: TenantChoice): Promise<readonly string[]>;
  /** Make the version in service again and compare. @param publish afterwards publish a version that reuses no file of it */
  rebuild(options: TenantChoice & { publish: boolean }): Promise<RebuildOutcome>;
  /** Make a support bundle, in a file of the data directory that the caller moves. */
  bundle(options: TenantChoice & { data: BundledData }): Promise<Bundled>;
}

/** All commands: what the control socket carries. The compiler asks for each of them here. */
export const operatorCommands = Object.keys({
  sync: true,
  sources: true,
  rejected: true,
  jobs: true,
  damage: true,
  audit: true,
  addClient: true,
  listClients: true,
  revokeClient: true,
  rotateKey: true,
  addSignInLink: true,
  reviewLinks: true,
  listSessions: true,
  revokeSessions: true,
  reload: true,
  pending: true,
  processes: true,
  notices: true,
  rebuild: true,
  bundle: true,
} satisfies Record<keyof Operator, true>) as readonly (keyof Operator)[];
