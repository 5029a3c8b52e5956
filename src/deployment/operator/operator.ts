// The operator's interface to a deployment: the commands of the command line, on an open service. When another process has the
// data directory open, the same interface is reached over the control socket.
import { damageInService } from '../../../pipelines/build/rebuild.ts';
import type { Config } from '../../config/config-file.ts';
import { OperatorError } from '../../errors.ts';
import type { JobName } from '../../jobs/queue.ts';
import { type AuditEvent, listAuditEvents } from '../../state/audit-events.ts';
import type { HeldBackSource } from '../../state/held-back.ts';
import { type ListedNotice, latestNotices } from '../../state/notices/notices.ts';
import { type RunningProcess, runningProcesses } from '../../state/processes/processes.ts';
import { readsOf, type SyncRead } from '../../state/reads.ts';
import { latestRuns, type SyncRun } from '../../state/runs.ts';
import { type Build, latestBuild, type PublishedVersion, readableVersions } from '../../state/versions.ts';
import { rejectedRecords } from '../../warehouse/landing/rejected-records.ts';
import { type AccessOperator, createAccessOperator, type TenantChoice } from '../access/access-operator.ts';
import { type Reloaded, readAgain } from '../reload.ts';
import type { Service } from '../service.ts';
import { chosenSources } from '../sources/sources.ts';
import type { Tenant } from '../tenant.ts';
import { type RebuildOutcome, rebuildVersion } from './rebuild.ts';
import { heldBackOf, type SyncEvent, type SyncOutcome, syncSources } from './sync.ts';
import { unattendedJobs } from './unattended-jobs.ts';

export interface SourceStatus {
  readonly id: string;
  readonly connector: string;
  readonly schedule: string | null;
  readonly applicationInstanceId: string;
  readonly run: SyncRun | null;
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
  listSessions: true,
  revokeSessions: true,
  reload: true,
  pending: true,
  processes: true,
  notices: true,
  rebuild: true,
} satisfies Record<keyof Operator, true>) as readonly (keyof Operator)[];

export function createOperator(service: Service): Operator {
  const { database } = service;

  return {
    ...createAccessOperator(service),

    async sync({ tenant: name, sources, acceptLoss = false, full = false }, emit) {
      const tenant = service.tenant(name);
      const sourceIds = sourcesInService(service, tenant, sources);
      return syncSources(service, tenant, { sourceIds, acceptLoss, full }, emit);
    },

    sources: ({ tenant }) => sourceStatuses(service, service.tenant(tenant)),

    async rejected({ tenant: name, source }) {
      const tenant = service.tenant(name);
      const [id] = sourcesInService(service, tenant, [source]);
      const run = (await latestRuns(database, tenant.name)).find(candidate => candidate.source_id === id);
      return run ? rejectedRecords(service.storage, tenant.keys.run(run.source_id, run.run_id)) : [];
    },

    async jobs({ tenant: name }) {
      const chosen = service.tenant(name);
      const tenant = chosen.name;
      const [runs, heldBack, build, versions, unattended] = await Promise.all([
        // Sources that are no longer configured have runs too.
        latestRuns(database, tenant).then(all => all.filter(run => chosen.sources.has(run.source_id))),
        heldBackOf(service, chosen),
        latestBuild(database, tenant),
        readableVersions(database, tenant),
        unattendedJobs(service),
      ]);
      return { runs, heldBack, build: build ?? null, versions, unattended };
    },

    async audit({ tenant: name, since, before, principal, action, pageSize, after }) {
      const { name: tenant } = service.tenant(name);
      const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
      const filter = { tenant, ofDeployment: true, since: date(since), before: date(before), principal, action };
      return listAuditEvents(database, filter, pageSize, after);
    },

    notices: ({ tenant, limit }) => latestNotices(database, service.tenant(tenant).name, limit),

    damage: ({ tenant }) => damageInService(service.tenant(tenant).context),

    rebuild: ({ tenant, publish }) => rebuildVersion(service, service.tenant(tenant), publish),

    reload: () => service.reload(),

    pending: async () => service.pending(),

    processes: () => runningProcesses(database),
  };
}

/** The named sources, or all. @throws OperatorError that says so when a source is new in the file and not taken up yet */
function sourcesInService({ config }: Service, tenant: Tenant, names: readonly string[]): string[] {
  const unknown = names.find(name => !tenant.sources.has(name));
  if (unknown !== undefined && isInFile(config, tenant.name, unknown)) {
    throw new OperatorError(
      `source ${unknown} is new in ${config.file}, and the running service has not taken it up: \`rolecall reload\`, or \`rolecall sync ${unknown} --reload\``,
    );
  }
  return chosenSources(tenant.config, names);
}

function isInFile(config: Config, tenant: string, id: string): boolean {
  const found = readAgain(config).tenants.find(({ name }) => name === tenant);
  return found?.sources.some(source => source.id === id) ?? false;
}

async function sourceStatuses(service: Service, tenant: Tenant): Promise<SourceStatus[]> {
  const { database } = service;
  const runs = await latestRuns(database, tenant.name);
  const heldBack = await heldBackOf(service, tenant);
  return Promise.all(
    tenant.config.sources.map(async source => {
      const run = runs.find(candidate => candidate.source_id === source.id);
      return {
        id: source.id,
        connector: source.connector,
        schedule: source.schedule ?? null,
        applicationInstanceId: source.application_instance_id,
        run: run ?? null,
        reads: run ? await readsOf(database, run.run_id) : [],
        heldBack: heldBack.find(held => held.source_id === source.id) ?? null,
      };
    }),
  );
}
