// Finds in state what operators are told about sources, builds and jobs. The key of an occasion stays the same as long as its cause
// lasts: for a source that fails, it contains the position of the last run that landed.
import { heldBackSources } from '../../src/state/held-back.ts';
import { recordOccasions } from '../../src/state/notices/notices.ts';
import { failedJobs, noticeProgress } from '../../src/state/notices/progress.ts';
import { isStale, type SourceHealth, sourceHealth } from '../../src/state/notices/source-health.ts';
import { latestBuild, readableVersions } from '../../src/state/versions.ts';
import type { PipelineContext } from '../job/context.ts';
import { type NoticeOccasion, subscribersOf } from '../job/subscribers.ts';

/** Failed jobs that are recorded at once; the others follow with the next search. */
const jobsAtOnce = 100;

export async function findOccasions(context: PipelineContext): Promise<void> {
  const { database, tenant, notifications } = context;
  const found = [
    ...(await ofSources(context)),
    ...(await ofHeldBackSources(context)),
    ...(await ofBuilds(context)),
    ...(await ofJobs(context)),
  ];
  await recordOccasions(database, tenant, found, each => subscribersOf(notifications.subscriptions, each));
}

async function ofSources({ database, tenant, sources, notifications }: PipelineContext): Promise<NoticeOccasion[]> {
  const all = await sourceHealth(database);
  return all.flatMap(health => {
    const source = health.tenant === tenant ? sources.get(health.source_id) : undefined;
    if (!source) return [];
    const isScheduled = source.config.schedule !== undefined;
    return [...ofNewestRun(health), ...(isScheduled ? ofAge(health, notifications.staleAfterMs) : [])];
  });
}

function ofNewestRun({
  source_id: source,
  newest,
  landed_position,
  complete_position,
}: SourceHealth): NoticeOccasion[] {
  if (!newest || newest.error === null) return [];
  const details = { source, run: newest.run_id, error: newest.error };
  if (newest.status === 'Failed') {
    const title = `Source ${source} cannot be read`;
    const body = `The last run failed: ${newest.error}\n\nIts last good data stay in service.`;
    return [{ event: 'source-failed', occasion: `${source}/${landed_position}`, source, title, body, details }];
  }
  const title = `Source ${source} is read incompletely`;
  const body = `The last run landed, but it did not read everything: ${newest.error}`;
  return [
    { event: 'source-incomplete', occasion: `${source}/${complete_position ?? 0}`, source, title, body, details },
  ];
}

function ofAge(health: SourceHealth, staleAfterMs: number): NoticeOccasion[] {
  if (!isStale(health, staleAfterMs)) return [];
  const { source_id: source, complete_age, complete_position, known_age } = health;
  const hours = Math.floor((complete_age ?? known_age) / 3600);
  const title = `Source ${source} is stale`;
  const body =
    complete_age === null
      ? `It was never read completely, for ${hours} hours.`
      : `Its last complete read was ${hours} hours ago.`;
  const details = { source, ...(complete_age !== null && { ageSeconds: Math.floor(complete_age) }) };
  return [{ event: 'source-stale', occasion: `${source}/${complete_position ?? 0}`, source, title, body, details }];
}

async function ofHeldBackSources({ database, tenant, sources }: PipelineContext): Promise<NoticeOccasion[]> {
  const held = await heldBackSources(database, tenant);
  return held
    .filter(({ source_id: id }) => sources.has(id))
    .map(({ source_id: source, run_id: run, since, findings }) => {
      const reasons = findings.map(({ message }) => message);
      return {
        event: 'source-held-back',
        occasion: `${source}/${since.toISOString()}`,
        source,
        title: `New data of source ${source} are held back`,
        body: `${reasons.join('\n')}\n\nIts last good data stay in service. If the change is right: rolecall sync ${source} --accept-loss`,
        details: { source, run, since: since.toISOString(), reasons },
      };
    });
}

/** Until a version is published, all further builds belong to the same occasion. */
async function ofBuilds({ database, tenant }: PipelineContext): Promise<NoticeOccasion[]> {
  const build = await latestBuild(database, tenant);
  if (build?.status !== 'HeldBack' && build?.status !== 'Failed') return [];
  const [current] = await readableVersions(database, tenant);
  const occasion = `after ${current?.version ?? 0}`;
  const inService = current ? `Version ${current.version} stays in service.` : 'There is no version yet.';
  if (build.status === 'Failed') {
    const body = `${build.error ?? 'The build failed.'}\n\n${inService}`;
    const details = { build: build.build_id, error: build.error };
    return [{ event: 'build-failed', occasion, title: 'A version cannot be built', body, details }];
  }
  const reasons = build.findings.filter(({ severity }) => severity === 'stop').map(({ message }) => message);
  const body = `${reasons.join('\n')}\n\n${inService}`;
  const details = { build: build.build_id, reasons };
  return [{ event: 'version-held-back', occasion, title: 'A new version is held back', body, details }];
}

async function ofJobs({ database, tenant }: PipelineContext): Promise<NoticeOccasion[]> {
  const { since } = await noticeProgress(database, tenant);
  const failed = await failedJobs(database, tenant, since, jobsAtOnce);
  return failed.map(({ kind, id, status }) => ({
    event: 'job-failed',
    occasion: id,
    title: kind === 'export' ? 'An export failed' : `An action job ended as ${status}`,
    body:
      kind === 'export' ? `Export ${id} failed.` : `Action job ${id} ended as ${status}; see: rolecall jobs show ${id}`,
    details: { job: id, kind, status },
  }));
}
