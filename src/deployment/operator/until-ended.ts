// Waiting until the work that an operator requested has ended: a run, and the build that includes its data.
import { setTimeout } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import type { ProgressEvent } from '../../jobs/progress.ts';
import { findRun, type SyncRun } from '../../state/runs.ts';
import { type Build, findBuild, latestBuild, requestBuild } from '../../state/versions.ts';
import type { Service } from '../service.ts';
import type { Tenant } from '../tenant.ts';

/** How often to look at state without an event: events of other processes may be lost. */
const lookEveryMs = 1_000;

/** Look at state until there is an answer: at once, after each event that may bring one, and at regular intervals. */
async function untilFound<Found>(service: Service, look: () => Promise<Found | undefined>): Promise<Found> {
  const watching = new AbortController();
  const events = ends(service.queue.watch(watching.signal));
  try {
    for (let next = events.next(); ; ) {
      const found = await look();
      if (found !== undefined) return found;
      const event = await Promise.race([
        next,
        passed(lookEveryMs, AbortSignal.any([watching.signal, service.closing])),
      ]);
      if (event && !event.done) next = events.next();
      service.closing.throwIfAborted();
    }
  } catch (error) {
    if (!service.closing.aborted) throw error;
    throw new OperatorError('the service stopped before this was done; the next start continues it');
  } finally {
    watching.abort();
  }
}

/** The ends of runs and builds. The other events report progress, many times a second. */
async function* ends(events: AsyncIterable<ProgressEvent>): AsyncGenerator<ProgressEvent> {
  for await (const event of events) if (event.kind === 'run' || event.kind === 'built') yield event;
}

async function passed(ms: number, signal: AbortSignal): Promise<undefined> {
  await setTimeout(ms, undefined, { signal, ref: true }).catch(() => {});
  return undefined;
}

/** Resolves when a run has ended. */
export function untilEnded(service: Service, runId: string): Promise<SyncRun> {
  return untilFound(service, async () => {
    const run = await findRun(service.database, runId);
    return run?.ended_at ? run : undefined;
  });
}

/** Resolves when a build has ended. */
export function untilBuildEnded(service: Service, buildId: string): Promise<Build> {
  return untilFound(service, async () => {
    const build = await findBuild(service.database, buildId);
    return build?.ended_at ? build : undefined;
  });
}

export interface Waiting {
  readonly service: Service;
  readonly tenant: Tenant;
  /** Ids of the runs and builds whose events are reported to the operator. */
  readonly about: Set<string>;
}

/**
 * Resolves when a build that includes what the runs landed has ended.
 * @param accepted sources whose losses and rejections the operator accepts
 */
export async function untilBuilt(
  waiting: Waiting,
  runs: readonly SyncRun[],
  accepted: readonly string[],
): Promise<Build> {
  let asked = await includingBuild(waiting, runs, accepted);
  return untilFound(waiting.service, async () => {
    const build = await findBuild(waiting.service.database, asked.build_id);
    if (!build?.ended_at) return undefined;
    if (!refuses(build, accepted)) return build;
    asked = await includingBuild(waiting, runs, accepted);
    return undefined;
  });
}

/** Whether an ended build held back a source because it did not know that the operator accepts its losses and rejections. */
function refuses({ findings, accepted_sources: known }: Build, accepted: readonly string[]): boolean {
  const refused = findings.filter(({ severity }) => severity === 'stop').map(({ source }) => source);
  return accepted.some(id => refused.includes(id) && !known.includes(id));
}

/** Use the build that the runs requested if it includes their data. Otherwise request another one. */
async function includingBuild(
  { service: { database }, tenant, about }: Waiting,
  runs: readonly SyncRun[],
  accepted: readonly string[],
): Promise<Build> {
  const latest = await latestBuild(database, tenant.name);
  const lastEnd = Math.max(...runs.map(run => run.ended_at?.getTime() ?? 0));
  // A queued build will include the runs. A second request would be merged into it, or cause an unnecessary build.
  const waits = latest?.status === 'Queued' && accepted.length === 0;
  const includes = waits || (latest?.started_at != null && latest.started_at.getTime() >= lastEnd);
  if (latest && includes && !refuses(latest, accepted)) {
    about.add(latest.build_id);
    return latest;
  }
  const asked = await requestBuild(database, tenant.name, { acceptedSources: accepted });
  about.add(asked.build_id);
  await tenant.context.addJob('build', asked.build_id);
  return asked;
}
