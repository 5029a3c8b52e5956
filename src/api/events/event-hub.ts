// Finds out what has changed, once for all streams of the process, and gives each subscriber what it may see.
//
// An event holds the whole state of its subject. So a client may receive an event twice, or connect to another process, and still has the
// right state.
import type { Database } from '../../database/database.ts';
import { type RecentActionJob, recentActionJobs } from '../../state/actions/jobs.ts';
import { type ListedRun, recentMinutes, recentRuns } from '../../state/run-list.ts';
import type { Version } from '../../warehouse/version/version.ts';
import { viewJob } from '../action-jobs/view-job.ts';
import type { ServedTenants } from '../served-tenants.ts';
import { viewRun } from '../sync-runs/view-run.ts';
import type { Topic } from './event-operations.ts';

export interface HubEvent {
  readonly event: 'sync-run' | 'action-job' | 'version' | 'reset';
  /** JSON. */
  readonly data: string;
  /** A client that sends it back gets what has happened since. */
  readonly id: string;
}

export interface Subscriber {
  readonly tenant: string;
  /** The application instances that the client may see; undefined: all. */
  readonly instances: ReadonlySet<string> | undefined;
  readonly topics: ReadonlySet<Topic>;
  /** The id of the last event that the client has received; undefined for a first connection. */
  readonly lastEventId: string | undefined;
  send(event: HubEvent): void;
}

export interface EventHub {
  /** @returns ends the subscription */
  subscribe(subscriber: Subscriber): () => void;
  close(): void;
}

/** A subject of events in its current state. */
interface Subject {
  readonly topic: Topic;
  readonly event: HubEvent['event'];
  readonly data: string;
  /** A client sees the subject only if it may see all of these application instances. */
  readonly instances: readonly string[];
  /** Milliseconds since 1970; undefined: it has not ended. */
  readonly endedAt: number | undefined;
}

type Subjects = ReadonlyMap<string, Subject>;

const pollMs = 1000;
/** Ids are times of one process. The clock of another process may be late or early by this much. */
const clockToleranceMs = 30_000;

export function createEventHub(database: Database, tenants: ServedTenants): EventHub {
  /** Subscriber → whether it has received the current state. */
  const subscribers = new Map<Subscriber, { hasBegun: boolean }>();
  const former = new Map<string, Subjects>();
  let polling: Promise<void> | undefined;
  let isWanted = false;

  async function poll(): Promise<void> {
    const wanted = Map.groupBy(subscribers, ([{ tenant }]) => tenant);
    for (const tenant of former.keys()) if (!wanted.has(tenant)) former.delete(tenant);
    for (const [tenant, entries] of wanted) {
      const topics = new Set(entries.flatMap(([subscriber]) => [...subscriber.topics]));
      const before = former.get(tenant);
      const now = await subjectsOf(database, tenants, tenant, topics);
      former.set(tenant, now);
      const id = String(Date.now());
      const changed = [...now].filter(([key, { data }]) => before?.get(key)?.data !== data);
      for (const [subscriber, progress] of entries) {
        if (!subscribers.has(subscriber)) continue;
        const news = progress.hasBegun ? changed.map(([, subject]) => subject) : beginningOf(subscriber, now, id);
        progress.hasBegun = true;
        for (const { topic, event, data, instances } of news)
          if (sees(subscriber, topic, instances)) subscriber.send({ event, data, id });
      }
    }
  }

  function pollNow(): void {
    if (polling) {
      isWanted = true;
      return;
    }
    isWanted = false;
    polling = poll()
      // State is unavailable. Streams stay open, and the next poll finds what has changed meanwhile.
      .catch(() => {})
      .finally(() => {
        polling = undefined;
        if (isWanted) pollNow();
      });
  }

  const timer = setInterval(() => {
    if (subscribers.size > 0) pollNow();
  }, pollMs).unref();

  return {
    subscribe(subscriber) {
      subscribers.set(subscriber, { hasBegun: false });
      pollNow();
      return () => subscribers.delete(subscriber);
    },
    close() {
      clearInterval(timer);
      subscribers.clear();
    },
  };
}

/** What a new stream begins with: everything that has not ended, and what has ended since the client received its last event. */
function beginningOf({ lastEventId, send }: Subscriber, subjects: Subjects, id: string): Subject[] {
  const last = lastEventId === undefined ? undefined : /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
  const oldest = Date.now() - recentMinutes * 60_000 + clockToleranceMs;
  if (last !== undefined && last < oldest) send({ event: 'reset', data: '{}', id });
  const since = last === undefined ? Infinity : last - clockToleranceMs;
  return [...subjects.values()].filter(({ endedAt }) => endedAt === undefined || endedAt >= since);
}

function sees({ topics, instances: visible }: Subscriber, topic: Topic, instances: readonly string[]): boolean {
  return topics.has(topic) && (!visible || instances.every(instance => visible.has(instance)));
}

async function subjectsOf(
  database: Database,
  tenants: ServedTenants,
  tenant: string,
  topics: ReadonlySet<Topic>,
): Promise<Subjects> {
  const { catalogue } = tenants.get(tenant)!;
  const [runs, jobs] = await Promise.all([
    topics.has('sync-runs') ? recentRuns(database, tenant) : [],
    topics.has('action-jobs') ? recentActionJobs(database, tenant) : [],
  ]);
  const version = topics.has('versions') ? catalogue.current() : undefined;
  return new Map([
    ...runs.map(run => [`run ${run.run_id}`, subjectOfRun(run)] as const),
    ...jobs.map(job => [`job ${job.job_id}`, subjectOfJob(job, viewJob(job, catalogue))] as const),
    ...(version ? [['version', subjectOfVersion(version)] as const] : []),
  ]);
}

function subjectOfRun(run: ListedRun): Subject {
  return {
    topic: 'sync-runs',
    event: 'sync-run',
    data: JSON.stringify(viewRun(run)),
    instances: [run.application_instance_id],
    endedAt: run.ended_at?.getTime(),
  };
}

function subjectOfJob({ instances, ended_at: endedAt }: RecentActionJob, view: object): Subject {
  return {
    topic: 'action-jobs',
    event: 'action-job',
    data: JSON.stringify(view),
    instances,
    endedAt: endedAt?.getTime(),
  };
}

function subjectOfVersion({ number, manifest: { generatedAt } }: Version): Subject {
  return {
    topic: 'versions',
    event: 'version',
    data: JSON.stringify({ version: number, generatedAt }),
    instances: [],
    endedAt: undefined,
  };
}
