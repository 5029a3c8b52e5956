// What an operator can ask of a deployment: the commands of the command line, on an open service. The same object is
// reached over the control socket when another process has the data directory open.
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';
import { OperatorError } from './errors.ts';
import type { ProgressEvent } from './jobs/progress.ts';
import { nearest } from './nearest.ts';
import type { Service } from './service.ts';
import { addClient, type Client, listClients, revokeClient, type Scope } from './state/clients.ts';
import { findRun, latestRuns, readsOf, type SyncRead, type SyncRun } from './state/runs.ts';
import { rotateSigningKey } from './state/signing-keys.ts';
import {
  type Build,
  findBuild,
  latestBuild,
  type PublishedVersion,
  readableVersions,
  requestBuild,
} from './state/versions.ts';

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

/** Every command takes one JSON object and resolves to JSON; `sync` tells its progress while it runs. */
export interface Operator {
  sync(
    options: { sources: readonly string[]; acceptLoss: boolean },
    tell: (event: ProgressEvent) => void,
  ): Promise<SyncOutcome>;
  sources(): Promise<readonly SourceStatus[]>;
  rejected(options: {
    source: string;
  }): Promise<readonly { type: string; place: string; reasons: readonly string[] }[]>;
  jobs(): Promise<JobStatus>;
  addClient(options: {
    name: string;
    scopes: readonly Scope[];
    sources: readonly string[];
  }): Promise<{ client: Client; clientSecret: string }>;
  listClients(): Promise<readonly Client[]>;
  revokeClient(options: { clientId: string }): Promise<void>;
  rotateKey(): Promise<void>;
}

/** Lines of rejected records that are shown of one run. */
const shownRejections = 1000;

export function createOperator(service: Service): Operator {
  const { config, database } = service;
  const { tenant } = config;

  return {
    async sync({ sources, acceptLoss }, tell) {
      const ids = chosenSources(config, sources);
      const watching = new AbortController();
      const events = service.progress.watch(watching.signal);
      const told = (async () => {
        for await (const event of events) tell(event);
      })();
      try {
        const runs = await Promise.all(ids.map(id => service.requestSync(id, 'operator')));
        const ended = await Promise.all(runs.map(run => untilEnded(service, run.run_id)));
        const landed = ended.some(run => run.status === 'Landed');
        const build = landed || acceptLoss ? await untilBuilt(service, ended, acceptLoss) : undefined;
        return { runs: ended, build };
      } finally {
        watching.abort();
        await told;
      }
    },

    async sources() {
      const runs = await latestRuns(database, tenant);
      return Promise.all(
        config.sources.map(async source => {
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

    async rejected({ source }) {
      const [id] = chosenSources(config, [source]);
      const run = (await latestRuns(database, tenant)).find(candidate => candidate.source_id === id);
      return run ? rejectedRecords(service.context.folders.run(run.source_id, run.run_id)) : [];
    },

    async jobs() {
      const [runs, build, versions] = await Promise.all([
        latestRuns(database, tenant),
        latestBuild(database, tenant),
        readableVersions(database, tenant),
      ]);
      return { runs, build: build ?? null, versions };
    },

    async addClient({ name, scopes, sources }) {
      const instances =
        sources.length === 0 ? undefined : chosenSources(config, sources).map(id => instanceOf(config, id));
      return addClient(database, { tenant, name, scopes, applicationInstanceIds: instances, createdBy: 'operator' });
    },

    listClients: () => listClients(database, tenant),

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

function instanceOf(config: Config, sourceId: string): string {
  return config.sources.find(source => source.id === sourceId)!.application_instance_id;
}

/** The named sources, or all; an unknown name is an error with the nearest known one. */
export function chosenSources(config: Config, names: readonly string[]): string[] {
  const ids = config.sources.map(source => source.id);
  if (ids.length === 0) throw new OperatorError(`${path.basename(config.file)} names no sources`);
  for (const name of names) {
    if (ids.includes(name)) continue;
    const near = nearest(name, ids);
    throw new OperatorError(
      `there is no source \`${name}\`; ${near ? `did you mean \`${near}\`?` : `there are: ${ids.join(', ')}`}`,
    );
  }
  return names.length === 0 ? ids : [...names];
}

/** Resolves when a run has ended. Progress tells when to look; state says what is so. */
async function untilEnded(service: Service, runId: string): Promise<SyncRun> {
  const watching = new AbortController();
  const events = service.progress.watch(watching.signal)[Symbol.asyncIterator]();
  try {
    for (let next = events.next(); ; next = events.next()) {
      const run = await findRun(service.database, runId);
      if (run && run.status !== 'Queued' && run.status !== 'Running') return run;
      const { done } = await next;
      if (done) throw new OperatorError('the service stopped before the run ended; the next start takes it up again');
    }
  } finally {
    watching.abort();
  }
}

/** Resolves when a build that includes what the runs landed has ended. */
async function untilBuilt(service: Service, runs: readonly SyncRun[], acceptLoss: boolean): Promise<Build> {
  const watching = new AbortController();
  const events = service.progress.watch(watching.signal)[Symbol.asyncIterator]();
  try {
    let next = events.next();
    let asked = await includingBuild(service, runs, acceptLoss);
    for (; ; next = events.next()) {
      const build = await findBuild(service.database, asked.build_id);
      if (build && build.status !== 'Queued' && build.status !== 'Running') {
        if (build.status !== 'HeldBack' || !acceptLoss || build.accept_loss) return build;
        asked = await includingBuild(service, runs, acceptLoss);
      }
      const { done } = await next;
      if (done) throw new OperatorError('the service stopped before the version was built; the next start builds it');
    }
  } finally {
    watching.abort();
  }
}

/** The build that the runs themselves asked for, when it serves; else one more. */
async function includingBuild(service: Service, runs: readonly SyncRun[], acceptLoss: boolean): Promise<Build> {
  const latest = await latestBuild(service.database, service.config.tenant);
  const lastEnd = Math.max(...runs.map(run => run.ended_at?.getTime() ?? 0));
  const includes = latest?.started_at != null && latest.started_at.getTime() >= lastEnd;
  if (includes && (!acceptLoss || latest.accept_loss || latest.status !== 'HeldBack')) return latest;
  const asked = await requestBuild(service.database, service.config.tenant, { acceptLoss });
  service.context.addJob('build', service.config.tenant);
  return asked;
}

function rejectedRecords(folder: string): { type: string; place: string; reasons: string[] }[] {
  const found: { type: string; place: string; reasons: string[] }[] = [];
  for (const entry of fs.globSync('*/*.rejected.ndjson', { cwd: folder }).sort()) {
    for (const line of fs.readFileSync(path.join(folder, entry), 'utf8').split('\n')) {
      if (line === '' || found.length >= shownRejections) continue;
      const { place, reasons } = JSON.parse(line);
      found.push({ type: path.dirname(entry), place, reasons });
    }
  }
  return found;
}
