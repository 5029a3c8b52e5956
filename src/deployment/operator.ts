// The operator's interface to a deployment: the commands of the command line, on an open service. When another process has the
// data directory open, the same interface is reached over the control socket.
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { TenantConfig } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';
import type { ProgressEvent } from '../jobs/progress.ts';
import { nearestHint } from '../nearest.ts';
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

/** The progress events of `sync`. For a run that was delayed or has ended, state adds the reason. */
export type SyncEvent = ProgressEvent & { readonly error?: string };

/** The tenant of a command; may be omitted when there is only one. */
export interface TenantChoice {
  readonly tenant?: string | undefined;
}

/** Every command takes one JSON object and resolves to JSON. `sync` emits progress while it runs. */
export interface Operator {
  sync(
    options: TenantChoice & { sources: readonly string[]; acceptLoss: boolean },
    emit: (event: SyncEvent) => void,
  ): Promise<SyncOutcome>;
  sources(options: TenantChoice): Promise<readonly SourceStatus[]>;
  rejected(
    options: TenantChoice & {
      source: string;
    },
  ): Promise<readonly { type: string; place: string; reasons: readonly string[] }[]>;
  jobs(options: TenantChoice): Promise<JobStatus>;
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

/** The most rejected records that are shown for one run. */
const shownRejections = 1000;

export function createOperator(service: Service): Operator {
  const { database } = service;

  return {
    async sync({ tenant: name, sources, acceptLoss }, emit) {
      const tenant = service.tenant(name);
      const ids = chosenSources(tenant.config, sources);
      const watching = new AbortController();
      const events = service.queue.watch(watching.signal);
      const about = new Set<string>();
      const endsTold = new Set<string>();
      // Report only runs and builds of this command, and the end of each run once, from the queue or from state.
      const isNews = (event: ProgressEvent) => {
        if (event.kind !== 'run' || !['Landed', 'Failed'].includes(event.status)) return about.has(subjectOf(event));
        return about.has(event.runId) && endsTold.size < endsTold.add(event.runId).size;
      };
      const told = (async () => {
        for await (const event of events) if (isNews(event)) emit(await withReason(database, event));
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
        // Events from the queue may be late or lost, so report from state too.
        for (const { run_id: runId, source_id: sourceId, status, error } of ended) {
          const event = { kind: 'run', runId, sourceId, status } as const;
          if (isNews(event)) emit(error === null ? event : { ...event, error });
        }
        const landed = ended.some(run => run.status === 'Landed');
        const build =
          landed || acceptLoss ? await untilBuilt({ service, tenant, about }, ended, acceptLoss) : undefined;
        // From now on, this process answers requests from the new version.
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

/** The named sources, or all. An unknown name is an error that suggests the nearest known name. */
export function chosenSources(tenant: TenantConfig, names: readonly string[]): string[] {
  const ids = tenant.sources.map(source => source.id);
  if (ids.length === 0) throw new OperatorError(`tenant ${tenant.name} has no sources`);
  const unknown = names.find(name => !ids.includes(name));
  if (unknown !== undefined) throw new OperatorError(`there is no source \`${unknown}\`; ${nearestHint(unknown, ids)}`);
  return names.length === 0 ? ids : [...names];
}

/** The id of an event's run or build. */
function subjectOf(event: ProgressEvent): string {
  return 'runId' in event ? event.runId : event.buildId;
}

async function withReason(database: Database, event: ProgressEvent): Promise<SyncEvent> {
  if (event.kind !== 'run' || event.status === 'Running') return event;
  // While state is unavailable, report the event without a reason. The end of the run is read from state later anyway.
  const run = await findRun(database, event.runId).catch(() => undefined);
  return run?.error == null ? event : { ...event, error: run.error };
}

/** Interval at which state is read even without an event, because events of other processes may be lost. */
const lookEveryMs = 1_000;

/** Call `look` until it finds something: at once, at every event, and at each interval. */
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
  /** Ids of the runs and builds that are reported to the operator. */
  readonly about: Set<string>;
}

/** Resolves when a build that includes the landed data of the runs has ended. */
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

/** The build that the runs requested, if it includes all of them; otherwise a new one. */
async function includingBuild(
  { service: { database }, tenant, about }: Waiting,
  runs: readonly SyncRun[],
  acceptLoss: boolean,
): Promise<Build> {
  const latest = await latestBuild(database, tenant.name);
  const lastEnd = Math.max(...runs.map(run => run.ended_at?.getTime() ?? 0));
  // A queued build includes the runs too. Another request would join it or, if it started meanwhile, cause a second build.
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

async function rejectedRecords(
  { storage }: Service,
  run: string,
): Promise<{ type: string; place: string; reasons: string[] }[]> {
  const found: { type: string; place: string; reasons: string[] }[] = [];
  for (const type of await storage.list(run)) {
    const names = (await storage.list(`${run}/${type}`)).filter(name => name.endsWith('.rejected.ndjson'));
    for (const name of names) {
      for (const line of (await text(await storage.read(`${run}/${type}/${name}`))).split('\n')) {
        if (line === '' || found.length >= shownRejections) continue;
        const { place, reasons } = JSON.parse(line);
        found.push({ type, place, reasons });
      }
    }
  }
  return found;
}
