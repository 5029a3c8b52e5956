// The operator's interface to a deployment: the commands of the command line, on an open service. When another process has the
// data directory open, the same interface is reached over the control socket.
import fs from 'node:fs';
import type { Config, TenantConfig } from '../config/config-file.ts';
import { OperatorError } from '../errors.ts';
import type { JobName } from '../jobs/queue.ts';
import { nearestHint } from '../nearest.ts';
import { type AuditEvent, listAuditEvents } from '../state/audit-events.ts';
import { addClient, type Client, listClients, revokeClient, type Scope } from '../state/clients/clients.ts';
import type { HeldBackSource } from '../state/held-back.ts';
import { type ListedNotice, latestNotices } from '../state/notices/notices.ts';
import { type RunningProcess, runningProcesses } from '../state/processes/processes.ts';
import { readsOf, type SyncRead } from '../state/reads.ts';
import { latestRuns, type SyncRun } from '../state/runs.ts';
import { retirementBefore, rotateSigningKey } from '../state/signing-keys.ts';
import { type Build, latestBuild, type PublishedVersion, readableVersions } from '../state/versions.ts';
import { rejectedRecords } from '../warehouse/landing/rejected-records.ts';
import { findDamage } from '../warehouse/version/documents/damage.ts';
import { collectionsFolder } from '../warehouse/version/layout.ts';
import { type Reloaded, readAgain } from './reload.ts';
import type { Service } from './service.ts';
import { heldBackOf, type SyncEvent, type SyncOutcome, syncSources } from './sync.ts';
import type { Tenant } from './tenant.ts';
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

export interface RotatedKey {
  readonly kid: string;
  /** From when on it signs. */
  readonly signsFrom: Date;
  /** Until when tokens of the keys before it are accepted. */
  readonly formerUntil: Date;
}

/** The tenant of a command; may be omitted when there is only one. */
export interface TenantChoice {
  readonly tenant?: string | undefined;
}

export interface SyncRequest extends TenantChoice {
  /** Empty: all sources of the tenant. */
  readonly sources: readonly string[];
  /** Accept what was lost or rejected of these sources, and of no other. */
  readonly acceptLoss?: boolean;
  /** Read everything, also where a connector could read only what has changed. */
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
export interface Operator {
  sync(options: SyncRequest, emit: (event: SyncEvent) => void): Promise<SyncOutcome>;
  sources(options: TenantChoice): Promise<readonly SourceStatus[]>;
  rejected(
    options: TenantChoice & {
      source: string;
    },
  ): Promise<readonly { type: string; place: string; reasons: readonly string[] }[]>;
  jobs(options: TenantChoice): Promise<JobStatus>;
  /** Damaged files with documents of the version in service: what is wrong with each. */
  damage(options: TenantChoice): Promise<readonly string[]>;
  audit(options: AuditQuery): Promise<{ events: readonly AuditEvent[]; next?: string | undefined }>;
  addClient(
    options: TenantChoice & {
      name: string;
      scopes: readonly Scope[];
      sources: readonly string[];
    },
  ): Promise<{ client: Client; clientSecret: string }>;
  listClients(options: TenantChoice): Promise<readonly Client[]>;
  revokeClient(options: { clientId: string }): Promise<void>;
  rotateKey(): Promise<RotatedKey>;
  /** Take up the changed configuration file. */
  reload(): Promise<Reloaded>;
  /** What `reload` would change now. */
  pending(): Promise<Reloaded>;
  /** The serve and work processes of the deployment that have reported lately. */
  processes(): Promise<readonly RunningProcess[]>;
  notices(options: TenantChoice & { limit: number }): Promise<readonly ListedNotice[]>;
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
  reload: true,
  pending: true,
  processes: true,
  notices: true,
} satisfies Record<keyof Operator, true>) as readonly (keyof Operator)[];

export function createOperator(service: Service): Operator {
  const { database } = service;

  return {
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

    async damage({ tenant: name }) {
      const { name: tenant, keys } = service.tenant(name);
      const newest = (await readableVersions(database, tenant)).find(({ replaced_at }) => replaced_at === null);
      if (!newest) return [];
      using local = await service.storage.borrowFolder(keys.version(newest.folder));
      const documents = collectionsFolder(local.path);
      return fs.existsSync(documents) ? findDamage(documents) : [];
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

    async addClient({ tenant: tenantName, name, scopes, sources }) {
      const { name: tenant, config } = service.tenant(tenantName);
      const instances =
        sources.length === 0 ? undefined : chosenSources(config, sources).map(id => instanceOf(config, id));
      return addClient(database, { tenant, name, scopes, applicationInstanceIds: instances, createdBy: 'operator' });
    },

    async listClients({ tenant }) {
      return listClients(database, service.tenant(tenant).name);
    },

    async revokeClient({ clientId }) {
      const revoked = await revokeClient(database, clientId, 'operator');
      if (!revoked)
        throw new OperatorError(`there is no client ${clientId} to revoke; \`rolecall clients list\` shows them`);
    },

    notices: ({ tenant, limit }) => latestNotices(database, service.tenant(tenant).name, limit),

    async rotateKey() {
      const { kid, activates_at: signsFrom } = await rotateSigningKey(database, { by: 'operator' });
      return { kid, signsFrom, formerUntil: retirementBefore(signsFrom) };
    },

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

function instanceOf(tenant: TenantConfig, sourceId: string): string {
  return tenant.sources.find(source => source.id === sourceId)!.application_instance_id;
}

/** The named sources, or all. An unknown name is an error that suggests the nearest known name. */
export function chosenSources(tenant: TenantConfig, names: readonly string[]): string[] {
  const ids = tenant.sources.map(source => source.id);
  if (ids.length === 0) throw new OperatorError(`tenant ${tenant.name} has no sources`);
  const unknown = names.find(name => !ids.includes(name));
  if (unknown !== undefined) throw new OperatorError(`there is no source \`${unknown}\`; ${nearestHint(unknown, ids)}`);
  return names.length === 0 ? ids : [...names];
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
