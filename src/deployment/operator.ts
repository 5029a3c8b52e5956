// What an operator can ask of a deployment: the commands of the command line, on an open service. The same object is
// reached over the control socket when another process has the data directory open.
import { setTimeout } from 'node:timers/promises';
import type { TenantConfig } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';
import type { ProgressEvent } from '../jobs/progress.ts';
import { nearestHint } from '../nearest.ts';
import { type AuditEvent, listAuditEvents } from '../state/audit-events.ts';
import { addClient, type Client, listClients, revokeClient, type Scope } from '../state/clients.ts';
import { findRun, latestRuns, readsOf, type SyncRead, type SyncRun } from '../state/runs.ts';
import { rotateSigningKey } from '../state/signing-keys.ts';
import {
  type Build,
  findBuild,
  latestBuild,
  type PublishedVersion,
  readableVersions,
  requestBuild,
} from '../state/versions.ts';
import { rejectedRecords } from './rejected-records.ts';
import type { Service } from './service.ts';
import type { Tenant } from './tenant.ts';

export interface SyncOutcome {
  readonly runs: readonly SyncRun[];
  readonly build: Build | undefined;
}

export interface SourceStatus {
  readonly id: string;
  readonly connector: string;
  readonly schedule: string | null;
  readonly applicationInstanceId: string;
  readonly run: SyncRun | null;
  readonly reads: readonly SyncRead[];
}

export interface JobStatus {
  readonly runs: readonly SyncRun[];
  readonly build: Build | null;
  readonly versions: readonly PublishedVersion[];
}

/** What `sync` tells: of a run that was put off or has ended, also why, from state. */
export type SyncEvent = ProgressEvent & { readonly error?: string };

/** The tenant that a command is about; may be left out when there is only one. */
export interface TenantChoice {
  readonly tenant?: string | undefined;
}

/** A page of the audit log of a tenant and of the deployment, newest first. */
export interface AuditQuery extends TenantChoice {
  /** ISO 8601; the earliest moment, and the one behind the latest. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly principal?: string | undefined;
  readonly action?: string | undefined;
  readonly pageSize: number;
  /** Id of the entry that the page begins behind. */
  readonly after?: string | undefined;
}

/** Every command takes one JSON object and resolves to JSON; `sync` tells its progress while it runs. */
export interface Operator {
  sync(
    options: TenantChoice & { sources: readonly string[]; acceptLoss: boolean },
    tell: (event: SyncEvent) => void,
  ): Promise<SyncOutcome>;
  sources(options: TenantChoice): Promise<readonly SourceStatus[]>;
  rejected(
    options: TenantChoice & {
      source: string;
    },
  ): Promise<readonly { type: string; place: string; reasons: readonly string[] }[]>;
  jobs(options: TenantChoice): Promise<JobStatus>;
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
  rotateKey(): Promise<void>;
}

export function createOperator(service: Service): Operator {
  const { database } = service;

  return {
    async sync({ tenant: name, sources, acceptLoss }, tell) {
      const tenant = service.tenant(name);
      const ids = chosenSources(tenant.config, sources);
      const watching = new AbortController();
      const events = service.queue.watch(watching.signal);
      const about = new Set<string>();
      const endsTold = new Set<string>();
      // Of what was asked for; the end of a run once, by whoever learns of it first.
      const isNews = (event: ProgressEvent) => {
        if (event.kind !== 'run' || !['Landed', 'Failed'].includes(event.status)) return about.has(subjectOf(event));
        return about.has(event.runId) && endsTold.size < endsTold.add(event.runId).size;
      };
      const told = (async () => {
        for await (const event of events) if (isNews(event)) tell(await withReason(database, event));
      })();
      try {
        const runs = await Promise.all(
          ids.map(async id => {
            const run = await tenant.requestSync(id, 'operator');
            about.add(run.run_id);
            return run;
          }),
        );
        const ended = await Promise.all(runs.map(run => untilEnded(service, run.run_id)));
        // What is told through the queue may be late, or lost.
        for (const { run_id: runId, source_id: sourceId, status, error } of ended) {
          const event = { kind: 'run', runId, sourceId, status } as const;
          if (isNews(event)) tell(error === null ? event : { ...event, error });
        }
        const landed = ended.some(run => run.status === 'Landed');
        const build =
          landed || acceptLoss ? await untilBuilt({ service, tenant, about }, ended, acceptLoss) : undefined;
        // Whoever asks this process next is answered from the new version.
        if (build?.status === 'Published') await tenant.context.versionsChanged();
        return { runs: ended, build };
      } finally {
        watching.abort();
        await told;
      }
    },

    async sources({ tenant: name }) {
      const tenant = service.tenant(name);
      const runs = await latestRuns(database, tenant.name);
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
          };
        }),
      );
    },

    async rejected({ tenant: name, source }) {
      const tenant = service.tenant(name);
      const [id] = chosenSources(tenant.config, [source]);
      const run = (await latestRuns(database, tenant.name)).find(candidate => candidate.source_id === id);
      return run ? rejectedRecords(service, tenant.keys.run(run.source_id, run.run_id)) : [];
    },

    async jobs({ tenant: name }) {
      const tenant = service.tenant(name).name;
      const [runs, build, versions] = await Promise.all([
        latestRuns(database, tenant),
        latestBuild(database, tenant),
        readableVersions(database, tenant),
      ]);
      return { runs, build: build ?? null, versions };
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

    async rotateKey() {
      await rotateSigningKey(database, { by: 'operator' });
    },
  };
}

function instanceOf(tenant: TenantConfig, sourceId: string): string {
  return tenant.sources.find(source => source.id === sourceId)!.application_instance_id;
}

/** The named sources, or all; an unknown name is an error with the nearest known one. */
export function chosenSources(tenant: TenantConfig, names: readonly string[]): string[] {
  const ids = tenant.sources.map(source => source.id);
  if (ids.length === 0) throw new OperatorError(`tenant ${tenant.name} has no sources`);
  const unknown = names.find(name => !ids.includes(name));
  if (unknown !== undefined) throw new OperatorError(`there is no source \`${unknown}\`; ${nearestHint(unknown, ids)}`);
  return names.length === 0 ? ids : [...names];
}

/** Id of the run or build that an event is about. */
function subjectOf(event: ProgressEvent): string {
  return 'runId' in event ? event.runId : event.buildId;
}

async function withReason(database: Database, event: ProgressEvent): Promise<SyncEvent> {
  if (event.kind !== 'run' || event.status === 'Running') return event;
  // Without state nothing is known but the event; how the run ends is looked up anyway.
  const run = await findRun(database, event.runId).catch(() => undefined);
  return run?.error == null ? event : { ...event, error: run.error };
}

/** How often state is looked at although nothing was told: what other processes tell may be lost. */
const lookEveryMs = 1_000;

/** Look at state until there is an answer: at once, whenever something is told, and every so often. */
async function untilFound<Found>(service: Service, look: () => Promise<Found | undefined>): Promise<Found> {
  const watching = new AbortController();
  const events = service.queue.watch(watching.signal)[Symbol.asyncIterator]();
  try {
    for (let next = events.next(); ; ) {
      const found = await look();
      if (found !== undefined) return found;
      const told = await Promise.race([next, passed(lookEveryMs, AbortSignal.any([watching.signal, service.closing]))]);
      if (told && !told.done) next = events.next();
      service.closing.throwIfAborted();
    }
  } catch (error) {
    if (!service.closing.aborted) throw error;
    throw new OperatorError('the service stopped before this was done; the next start takes it up again');
  } finally {
    watching.abort();
  }
}

async function passed(ms: number, signal: AbortSignal): Promise<undefined> {
  await setTimeout(ms, undefined, { signal, ref: true }).catch(() => {});
  return undefined;
}

/** Resolves when a run has ended. */
function untilEnded(service: Service, runId: string): Promise<SyncRun> {
  return untilFound(service, async () => {
    const run = await findRun(service.database, runId);
    return run?.ended_at ? run : undefined;
  });
}

interface Waiting {
  readonly service: Service;
  readonly tenant: Tenant;
  /** Ids of what the operator is told of. */
  readonly about: Set<string>;
}

/** Resolves when a build that includes what the runs landed has ended. */
async function untilBuilt(waiting: Waiting, runs: readonly SyncRun[], acceptLoss: boolean): Promise<Build> {
  let asked = await includingBuild(waiting, runs, acceptLoss);
  return untilFound(waiting.service, async () => {
    const build = await findBuild(waiting.service.database, asked.build_id);
    if (!build?.ended_at) return undefined;
    if (build.status !== 'HeldBack' || !acceptLoss || build.accept_loss) return build;
    asked = await includingBuild(waiting, runs, acceptLoss);
    return undefined;
  });
}

/** The build that the runs themselves asked for, when it serves; else one more. */
async function includingBuild(
  { service: { database }, tenant, about }: Waiting,
  runs: readonly SyncRun[],
  acceptLoss: boolean,
): Promise<Build> {
  const latest = await latestBuild(database, tenant.name);
  const lastEnd = Math.max(...runs.map(run => run.ended_at?.getTime() ?? 0));
  // One that only waits includes them too; asked for once more, it would be joined, or have begun meanwhile and be made twice.
  const waits = latest?.status === 'Queued' && !acceptLoss;
  const includes = waits || (latest?.started_at != null && latest.started_at.getTime() >= lastEnd);
  if (latest && includes && (!acceptLoss || latest.accept_loss || latest.status !== 'HeldBack')) {
    about.add(latest.build_id);
    return latest;
  }
  const asked = await requestBuild(database, tenant.name, { acceptLoss });
  about.add(asked.build_id);
  await tenant.context.addJob('build', asked.build_id);
  return asked;
}
