// The queue of many processes: one BullMQ queue per job name, on Redis or PostgreSQL.
import { randomUUID } from 'node:crypto';
import type { Queue as BullQueue, JobsOptions, QueueOptions } from 'bullmq';
import { LRUCache } from 'lru-cache';
import { within } from '../../time-limit.ts';
import {
  type AddOptions,
  attempts,
  type Depth,
  firstRetryMs,
  type Job,
  type JobName,
  jobNames,
  type Queue,
  QueueUnavailable,
} from '../queue.ts';
import type { Backend } from './backends.ts';
import { shareProgress } from './progress.ts';
import { scheduleSettings, setSchedules } from './schedules.ts';
import { type RunningWorker, startWorker, type WorkerTiming, workerTiming } from './worker.ts';

export interface BullQueueOptions {
  /** Prefix of every name on the server, so that several deployments can share it. Must not contain a colon. */
  readonly prefix?: string;
  /** Telemetry for BullMQ, such as that of bullmq-otel. */
  readonly telemetry?: NonNullable<QueueOptions['telemetry']>;
  /** Delay before the first retry of a job; doubled for each further one. */
  readonly firstRetryMs?: number;
  readonly timing?: WorkerTiming;
  /** Time limit for a request to the queue's server, which includes that of {@link readyMsOf}; default: 2 s. */
  readonly answerMs?: number;
  /** Called with a message for the operator: the server is unavailable, or badly configured. */
  onWarning?(text: string): void;
}

/** Failed jobs are kept for the page that shows them. BullMQ trims them with each new failure. */
const keptFailures = { count: 200, age: 7 * 24 * 3600 };
/** Length of BullMQ's event stream of a queue, which Rolecall does not read. */
const keptQueueEvents = 200;
/** Time limit for a request to the queue's server, unless an option says otherwise. */
const defaultAnswerMs = 2_000;
/** Time limit for a connection, within that of a request: by default 1 s, enough for a failover in the same data centre. */
export const readyMsOf = ({ answerMs = defaultAnswerMs }: BullQueueOptions) => answerMs / 2;
/** Time limit for setting the schedules, which needs a request for each one. */
const schedulesMs = 30_000;
/** Equal warnings are reported once in this time, because many objects see the same failure at once. */
const warnEveryMs = 60_000;
const keptWarnings = 100;
/** Time limit for closing; enough while the server answers. */
const closeMs = 5_000;

export function createBullQueue(backend: Backend, options: BullQueueOptions = {}): Queue {
  const { prefix = 'rolecall', timing = workerTiming, telemetry } = options;
  const warn = createWarnings(backend, text => options.onWarning?.(text));
  const jobOptions: JobsOptions = {
    attempts,
    backoff: { type: 'exponential', delay: options.firstRetryMs ?? firstRetryMs },
    removeOnComplete: true,
    removeOnFail: keptFailures,
    stackTraceLimit: 0,
  };
  const nameOf = (name: string) => `${prefix}-${name}`;
  const queues = new Map(
    jobNames.map(name => {
      const queue = new backend.Queue<Job>(nameOf(name), {
        ...backend.forRequests,
        streams: { events: { maxLen: keptQueueEvents } },
        settings: scheduleSettings,
        ...(telemetry && { telemetry }),
      });
      queue.on('error', warn);
      return [name, queue as BullQueue];
    }),
  );
  const progress = shareProgress(backend, nameOf('progress'), warn);
  const stop = new AbortController();
  const abort = new AbortController();
  const ask = createAsk(backend, stop.signal, options.answerMs ?? defaultAnswerMs);
  const ofEach = <Value>(measure: (queue: BullQueue) => Promise<Value>) => ask(() => measured(queues, measure));
  let workers: readonly RunningWorker[] = [];

  return {
    add: (name, job, when) => addJob(ask, { queue: queues.get(name)!, name, options: jobOptions }, job, when),

    async work({ handlers, concurrency, onError }) {
      const started = jobNames.flatMap(name => {
        const handler = handlers[name];
        if (!handler) return [];
        const signals = { stopping: stop.signal, signal: abort.signal };
        const settings = { backend, name, handler, timing, telemetry, progress, onError, onWarning: warn, ...signals };
        return startWorker({ ...settings, queueName: nameOf(name), concurrency: concurrency[name] ?? 1 });
      });
      workers = [...workers, ...started];
    },

    setSchedules: entries => ask(() => setSchedules(queues.get('schedule')!, entries, jobOptions), schedulesMs),
    watch: progress.watch,

    depths: () => ofEach(depthOf),
    workers: () => ofEach(queue => queue.getWorkersCount()),

    answers: () =>
      ask(() => queues.get('sweep')!.getJobCounts('active')).then(
        () => true,
        () => false,
      ),

    boardQueues: () => [...queues.values()],

    async close(graceMs) {
      if (stop.signal.aborted) return;
      stop.abort();
      const closing = Promise.all(workers.map(({ worker }) => worker.close()));
      closing.catch(() => {});
      const idle = Promise.all(workers.map(worker => worker.idle()));
      await within(graceMs, idle).catch(() => abort.abort());
      await idle;
      const release = async () => {
        await backend.ready();
        await closing;
        await Promise.all([progress.close(), ...[...queues.values()].map(queue => queue.close())]);
      };
      // This does not resolve while the server is unavailable. Other workers then take over the jobs after the lock expires.
      await within(closeMs, release()).catch(error =>
        warn(new Error(`${backend.server}: ${(error as Error).message}`)),
      );
      backend.disconnect();
    },
  };
}

async function measured<Value>(
  queues: ReadonlyMap<JobName, BullQueue>,
  measure: (queue: BullQueue) => Promise<Value>,
): Promise<Record<JobName, Value>> {
  const values = await Promise.all([...queues].map(async ([name, queue]) => [name, await measure(queue)]));
  return Object.fromEntries(values) as Record<JobName, Value>;
}

/** Passes each warning on once a minute, except errors that the connection itself has reported. */
function createWarnings(backend: Backend, onWarning: (text: string) => void): (error: Error) => void {
  const warned = new LRUCache<string, true>({ max: keptWarnings, ttl: warnEveryMs });
  return error => {
    if (backend.hasReported(error) || warned.has(error.message)) return;
    warned.set(error.message, true);
    onWarning(error.message);
  };
}

/** Sends a request to the queue's server. */
type Ask = <Answer>(what: () => Promise<Answer>, milliseconds?: number) => Promise<Answer>;

/** An {@link Ask} that fails with QueueUnavailable soon after the server becomes unavailable. */
function createAsk(backend: Backend, stopping: AbortSignal, answerMs: number): Ask {
  return async (what, milliseconds = answerMs) => {
    if (stopping.aborted) throw new QueueUnavailable('The queue is closed');
    try {
      return await within(
        milliseconds,
        backend.ready().then(() => what()),
      );
    } catch (error) {
      // The error is not the cause, because it contains the command.
      if (error instanceof QueueUnavailable) throw error;
      throw new QueueUnavailable(`${backend.server} does not answer: ${(error as Error).message}`);
    }
  };
}

async function addJob(
  ask: Ask,
  { queue, name, options }: { queue: BullQueue; name: JobName; options: JobsOptions },
  { tenant, id }: Job,
  { priority, delayMs, now = false }: AddOptions = {},
): Promise<void> {
  const addAs = (jobId: string) =>
    queue.add(name, { tenant, id } satisfies Job, {
      ...options,
      // BullMQ's own numbers start again in a Redis that was emptied, while workers still hold jobs with the old numbers.
      jobId,
      // A deduplication by the job's id would also match failed jobs that are kept.
      deduplication: { id: JSON.stringify([tenant, id]), keepLastIfActive: true },
      ...(priority !== undefined && { priority }),
      ...(delayMs !== undefined && { delay: delayMs }),
    });
  const jobId = randomUUID();
  const { id: found = jobId } = await ask(() => addAs(jobId));
  // When the job was in the queue already, BullMQ returns the id of the existing one.
  if (!now || found === jobId) return;
  if (!(await ask(() => hasten(queue, found)))) await ask(() => addAs(jobId));
}

/**
 * Make a delayed job run now.
 * @returns false when the job is in no list: a Redis that evicts keys may delete a whole list and keep the jobs in it
 */
async function hasten(queue: BullQueue, jobId: string): Promise<boolean> {
  const job = await queue.getJob(jobId);
  const state = await job?.getState();
  if (state === 'unknown') {
    await job!.removeDeduplicationKey();
    await queue.remove(jobId);
    return false;
  }
  if (state === 'delayed') {
    await job!.promote().catch(async error => {
      // The promotion fails when the job has started meanwhile.
      if (await job!.isDelayed()) throw error;
    });
  }
  return true;
}

async function depthOf(queue: BullQueue): Promise<Depth> {
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { waiting: waiting + prioritized, active, delayed, failed };
}
