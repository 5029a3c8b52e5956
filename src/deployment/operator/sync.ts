// A sync that an operator requested: runs of sources, the build that includes them, and what is reported meanwhile.
import type { Database } from '../../database/database.ts';
import type { ProgressEvent } from '../../jobs/progress.ts';
import type { JobName } from '../../jobs/queue.ts';
import { type HeldBackSource, heldBackSources } from '../../state/held-back.ts';
import { findRun, type SyncRun } from '../../state/runs.ts';
import type { Build } from '../../state/versions.ts';
import type { Service } from '../service.ts';
import type { Tenant } from '../tenant.ts';
import { unattendedJobs } from './unattended-jobs.ts';
import { untilBuilt, untilEnded } from './until-ended.ts';

export interface SyncOutcome {
  readonly runs: readonly SyncRun[];
  readonly build: Build | undefined;
  /** All sources that are held back now, including sources that were not requested. */
  readonly heldBack: readonly HeldBackSource[];
}

/**
 * What `sync` reports. `error` is the reason, from state, why a run failed, is retried later or could not read everything. `unattended`:
 * no process takes these jobs, so nothing happens until one is started; null: the queue's server does not answer, so no process gets a job.
 */
export type SyncEvent =
  | (ProgressEvent & { readonly error?: string })
  | { readonly kind: 'unattended'; readonly jobs: readonly JobName[] | null };

/**
 * Read sources and publish a version with their data.
 * @param sourceIds configured sources of the tenant
 * @param acceptLoss accept what these sources lost or rejected
 * @param full read everything, even where a connector could read only what has changed
 * @param emit gets the progress of these runs and of their build, and the end of each run once
 */
export async function syncSources(
  service: Service,
  tenant: Tenant,
  {
    sourceIds,
    acceptLoss,
    full,
  }: { readonly sourceIds: readonly string[]; readonly acceptLoss: boolean; readonly full: boolean },
  emit: (event: SyncEvent) => void,
): Promise<SyncOutcome> {
  const report = reportProgress(service, emit);
  try {
    const runs = await Promise.all(
      sourceIds.map(async id => {
        const run = await tenant.requestSync(id, 'operator', full);
        report.about.add(run.run_id);
        return run;
      }),
    );
    const unattended = await unattendedJobs(service, ['extract', 'build']);
    if (unattended?.length !== 0) emit({ kind: 'unattended', jobs: unattended });
    const ended = await Promise.all(runs.map(run => untilEnded(service, run.run_id)));
    for (const run of ended) report.hasEnded(run);
    const landed = ended.some(run => run.status === 'Landed');
    const waiting = { service, tenant, about: report.about };
    const build = landed || acceptLoss ? await untilBuilt(waiting, ended, acceptLoss ? sourceIds : []) : undefined;
    // The next request to this process is answered from the new version.
    if (build?.status === 'Published') await tenant.context.versionsChanged();
    return { runs: ended, build, heldBack: await heldBackOf(service, tenant) };
  } finally {
    await report.end();
  }
}

/** The configured sources of a tenant that are held back. */
export async function heldBackOf({ database }: Service, { name, sources }: Tenant): Promise<HeldBackSource[]> {
  return (await heldBackSources(database, name)).filter(held => sources.has(held.source_id));
}

/** Reports events of the runs and builds in `about`. Events of the queue may be late or lost, so ends come from state too. */
function reportProgress({ queue, database }: Service, emit: (event: SyncEvent) => void) {
  const about = new Set<string>();
  const ends = new Set<string>();
  const isNews = (event: ProgressEvent) => {
    if (event.kind !== 'run' || !['Landed', 'Partial', 'Failed'].includes(event.status))
      return about.has(subjectOf(event));
    return about.has(event.runId) && ends.size < ends.add(event.runId).size;
  };
  const watching = new AbortController();
  const events = queue.watch(watching.signal);
  const reported = (async () => {
    for await (const event of events) if (isNews(event)) emit(await withReason(database, event));
  })();
  return {
    /** Ids of runs and builds. */
    about,
    hasEnded({ run_id: runId, source_id: sourceId, status: ended, error }: SyncRun): void {
      const status = ended === 'Landed' && error !== null ? 'Partial' : ended;
      const event = { kind: 'run', runId, sourceId, status } as const;
      if (isNews(event)) emit(error === null ? event : { ...event, error });
    },
    async end(): Promise<void> {
      watching.abort();
      await reported;
    },
  };
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
