// rolecall jobs list, show, watch, cancel, stop, revert, approve.
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { isUuid } from '../../uuid.ts';
import { type ApiClient, ApiError, connectApi, type Json } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { grouped, isTerminal, printJson, printLine, printRows, type RowsOptions } from '../output.ts';
import { progressOn } from '../progress-line.ts';
import { isShortId, wholeId } from '../short-id.ts';
import { type NamedAccount, namesOfAccounts } from './named-objects.ts';

export interface ActionJobView extends Json {
  readonly id: string;
  readonly type: string;
  readonly operation: string;
  readonly status: string;
  readonly requestedBy: string;
  readonly requestedByName?: string;
  readonly purpose?: string;
  readonly rollout?: Json;
  readonly stopped?: string;
  readonly waitsUntil?: string;
  readonly waitsFor?: string;
  readonly acceptedVersion?: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly about: {
    /** Global ids of the first ones. */
    readonly targets: readonly string[];
    readonly sources: readonly string[];
    readonly groupName?: string;
  };
  readonly targets: JobTargets;
  readonly dataSync: { readonly status: string };
  readonly revert: { readonly available: boolean; readonly availableUntil: string };
  readonly revertedBy: string | null;
  readonly approval?: {
    readonly reason: string;
    readonly until?: string;
    readonly approvedBy?: string;
    readonly approvedByName?: string;
  };
}

interface JobTargets {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Of the succeeded: those that showed the change before. Absent: none. */
  readonly unchanged?: number;
}

const path = '/v1/action-jobs';

export async function listJobs(common: CommonOptions, limit: number, format?: Format): Promise<void> {
  const api = await connectApi(common);
  const jobs: ActionJobView[] = [];
  for await (const job of api.items(`${path}?pageSize=${Math.min(Math.max(limit, 1), 200)}`)) {
    if (jobs.length >= limit) break;
    jobs.push(job as ActionJobView);
  }
  // A table and Markdown are for people. CSV keeps the words of the API.
  const view = await viewOf(api, jobs, format === 'csv' ? 'api' : 'people');
  printRows(jobs, view, { format, ...ranksOf(jobs.map(view)), empty: 'Nothing was changed in a source yet.' });
}

export async function showJob(common: CommonOptions, id: string): Promise<void> {
  const api = await connectApi(common);
  const job = await namedJob(api, id);
  if (!isTerminal()) {
    printJson(job);
    for await (const result of api.items(`${path}/${job.id}/results`)) printJson(result);
    for (const line of heldBackLines(job, await heldBackSources(api, [job]))) printLine(line, process.stderr);
    return;
  }
  await printOne(api, job);
  if (isUnapproved(job)) printLine(`waits for approval: ${whyOf(job)}`);
  for (const text of [job.purpose, job.stopped && `stopped: ${job.stopped}`]) if (text) printLine(text);
  if (job.revert.available) printLine(`can be undone until ${job.revert.availableUntil}`);
  if (job.waitsUntil !== undefined) printLine(waitOf(job));
  for (const line of heldBackLines(job, await heldBackSources(api, [job]))) printLine(line);
  const results: Json[] = [];
  for await (const result of api.items(`${path}/${job.id}/results`)) results.push(result);
  const names = await namesOfTargets(api, results);
  process.stdout.write('\n');
  printRows(
    results,
    ({ target, status, failureReason, pending }) => ({
      account: names.get(String(target))?.alias ?? target,
      source: names.get(String(target))?.source,
      status,
      reason: failureReason ?? pending,
    }),
    { essential: ['account', 'status'], main: ['reason'] },
  );
}

/** The accounts among the targets of results. */
const namesOfTargets = (api: ApiClient, results: readonly Json[]) =>
  namesOf(
    api,
    results.map(({ target }) => String(target)),
  );

/** The accounts among some objects. Without objects there is nothing to ask for. @param ids global ids */
async function namesOf(api: ApiClient, ids: readonly string[]): Promise<ReadonlyMap<string, NamedAccount>> {
  const asked = [...new Set(ids)];
  return asked.length === 0 ? new Map() : (await namesOfAccounts(api, asked)).names;
}

export async function watchJob(common: CommonOptions, id: string): Promise<void> {
  const api = await connectApi(common);
  await watchUntilEnded(api, (await namedJob(api, id)).id);
}

export async function writeJob(
  common: CommonOptions,
  verb: 'cancel' | 'stop' | 'revert' | 'approve',
  id: string,
): Promise<void> {
  const api = await connectApi(common);
  const job = await namedJob(api, id);
  const { jobId } = await api.send('POST', `${path}/${job.id}/${verb}`);
  await watchUntilEnded(api, String(jobId));
}

function isUnapproved({ approval, completedAt }: ActionJobView): boolean {
  return approval !== undefined && approval.approvedBy === undefined && completedAt === null;
}

/** Why a job needs an approval, and until when it waits. */
function whyOf({ approval }: ActionJobView): string {
  const { reason, until } = approval!;
  return until === undefined ? reason : `${reason}, until ${until}`;
}

/** Until when a job waits, and for what where the service says it. */
const waitOf = ({ waitsUntil, waitsFor }: ActionJobView) =>
  waitsFor === undefined ? `waits, and goes on at ${waitsUntil}` : `waits until ${waitsUntil}: ${waitsFor}`;

const pollMs = 300;
/** How long to wait until the data show an ended job. */
const longestSyncMs = 60_000;

/**
 * Show the progress of a job until it has ended and the data show it, then what failed or is pending. The exit code is 1 unless all targets
 * succeeded.
 */
export async function watchUntilEnded(api: ApiClient, id: string): Promise<void> {
  const progress = progressOn(process.stderr);
  let job = await jobOf(api, id);
  let endedAt: number | undefined;
  let heldBack: readonly string[] = [];
  while (!isUnapproved(job)) {
    const { total, succeeded, failed } = job.targets;
    const counts = total === 0 ? '' : `, ${succeeded + failed} of ${total}${failed > 0 ? ` (${failed} failed)` : ''}`;
    const waiting = job.waitsUntil === undefined ? '' : `; ${waitOf(job)}`;
    progress.say(
      job.completedAt === null ? `${job.status}${counts}${waiting}` : `${statusOf(job)}; the data are being updated`,
    );
    if (job.completedAt !== null) {
      endedAt ??= performance.now();
      if (job.dataSync.status !== 'InProgress' || performance.now() - endedAt > longestSyncMs) break;
      heldBack = heldBackLines(job, await heldBackSources(api, [job]));
      if (heldBack.length > 0) break;
    }
    await setTimeout(pollMs);
    job = await jobOf(api, id);
  }
  progress.end();
  if (isTerminal()) await printOne(api, job);
  else printJson(job);
  if (isUnapproved(job)) {
    printLine(`waits for approval by another client: ${whyOf(job)}`, process.stderr);
    return;
  }
  if (job.stopped !== undefined) printLine(`stopped: ${job.stopped}`, process.stderr);
  for (const line of heldBack) printLine(line, process.stderr);
  await printUnfinished(api, id);
  if (job.status !== 'Completed') process.exitCode = 1;
}

/**
 * The sources whose newest data look broken, so that no version shows what jobs changed there. Asked only for jobs that wait for their data; a
 * client that may not read sources gets none.
 */
async function heldBackSources(api: ApiClient, jobs: readonly ActionJobView[]): Promise<ReadonlySet<string>> {
  if (!jobs.some(isAwaited)) return new Set();
  try {
    const { items } = await api.send('GET', '/v1/sources');
    const held = (items as readonly Json[]).filter(({ heldBack }) => heldBack !== undefined);
    return new Set(held.map(({ sourceId }) => String(sourceId)));
  } catch (error) {
    if (error instanceof ApiError) return new Set();
    throw error;
  }
}

/** Ended, and the data do not show it yet. */
const isAwaited = ({ completedAt, dataSync }: ActionJobView) =>
  completedAt !== null && dataSync.status === 'InProgress';

function heldBackLines(job: ActionJobView, held: ReadonlySet<string>): string[] {
  const sources = isAwaited(job) ? job.about.sources.filter(source => held.has(source)) : [];
  return sources.map(
    source =>
      `the newest data of ${source} look broken and are held back: the data show the change when they are accepted (\`rolecall sync ${source} --accept-loss\`), or when the source has been read again without the loss`,
  );
}

/** The targets that failed, and those whose change is not in effect yet. */
async function printUnfinished(api: ApiClient, id: string): Promise<void> {
  const unfinished: Json[] = [];
  for await (const result of api.items(`${path}/${id}/results`))
    if (result.status === 'Failed' || result.pending !== undefined) unfinished.push(result);
  const names = await namesOfTargets(api, unfinished);
  for (const { target, status, failureReason, pending } of unfinished) {
    const name = names.get(String(target))?.alias ?? target;
    if (status === 'Failed') printLine(`${name}: ${failureReason}`, process.stderr);
    if (pending !== undefined) printLine(`${name}: pending: ${pending}`, process.stderr);
  }
}

async function jobOf(api: ApiClient, id: string): Promise<ActionJobView> {
  return (await api.send('GET', `${path}/${id}`)) as ActionJobView;
}

/** @throws OperatorError when no job, or more than one, has an id that begins so; ApiError when there is no job with the whole id */
export async function namedJob(api: ApiClient, text: string): Promise<ActionJobView> {
  if (isUuid(text.toLowerCase())) return jobOf(api, text.toLowerCase());
  const ids: string[] = [];
  if (isShortId(text)) for await (const { id } of api.items(`${path}?pageSize=200`)) ids.push(String(id));
  return jobOf(api, wholeId('job', text, ids, '`rolecall jobs` shows them'));
}

/**
 * The list is in the order of time, so the time of a job is what it can miss first. Beside long names of sources it misses the account. What
 * became of the data stays in view where something is wrong with them.
 */
function ranksOf(rows: readonly Record<string, unknown>[]): Pick<RowsOptions<ActionJobView>, 'essential' | 'main'> {
  const isWrong = rows.some(({ data }) => data === 'HeldBack' || data === 'Failed');
  const essential = ['job', 'what', 'source', 'status', 'targets', ...(isWrong ? ['data'] : [])];
  return { essential, main: ['account'] };
}

/** A table of one job. */
async function printOne(api: ApiClient, job: ActionJobView): Promise<void> {
  const view = await viewOf(api, [job]);
  printRows([job], view, ranksOf([view(job)]));
}

/** The service names so many targets of a job. */
const mostNamed = 3;

/** How far a job is, in the words for people. */
const statusOf = ({ status }: ActionJobView): string => status.replace('Reverted', 'Undone');

type JobView = (job: ActionJobView) => Record<string, unknown>;

/** Jobs with the names of their accounts. A client that may not read accounts gets their ids. */
async function viewOf(
  api: ApiClient,
  jobs: readonly ActionJobView[],
  words: 'api' | 'people' = 'people',
): Promise<JobView> {
  const ids = jobs.flatMap(({ about }) => about.targets);
  const names = await namesOf(api, ids).catch((error: unknown) => {
    if (error instanceof ApiError) return new Map<string, NamedAccount>();
    throw error;
  });
  const held = await heldBackSources(api, jobs);
  return job => ({
    job: job.id,
    what: actOf(job, words === 'people' ? 'undo' : 'revert'),
    account: accountsOf(job, names),
    source: job.about.sources.join(', '),
    status: words === 'people' ? statusOf(job) : job.status,
    accepted: job.startedAt,
    targets: progressOf(job.targets),
    data: heldBackLines(job, held).length > 0 ? 'HeldBack' : job.dataSync.status,
    by: job.requestedByName ?? job.requestedBy,
  });
}

/** How many targets were changed, of how many, and what became of the rest. */
function progressOf({ total, succeeded, failed, unchanged = 0 }: JobTargets): string {
  const parts = [`${succeeded - unchanged} of ${total}`];
  if (unchanged > 0) parts.push(`${unchanged} needed no change`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}

/** "disable" for `DisableAccount`, "add group member" for `AddGroupMember`. */
function actOf({ type, operation }: ActionJobView, undo: 'undo' | 'revert'): string {
  const words = operation
    .replace(/Account$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return type === 'Revert' ? `${undo} of ${words}` : words;
}

/** The account of a job, or the first one of several. How many a job has is known when it begins; until then it names the first three. */
function accountsOf({ about, targets }: ActionJobView, names: ReadonlyMap<string, NamedAccount>): string | undefined {
  const [first] = about.targets;
  if (about.groupName !== undefined || first === undefined) return about.groupName;
  const name = names.get(first)?.alias ?? first;
  if (targets.total > 1) return `${name} and ${grouped(targets.total - 1)} more`;
  const others = about.targets.length - 1;
  return others === 0 ? name : `${name} and ${others === mostNamed - 1 ? 'at least ' : ''}${others} more`;
}
