// The servers in which BullMQ keeps its queues: Redis, or a schema of a PostgreSQL database. The rest of the code is the same
// for both.
import { type ConnectionOptions, Queue, QueueEvents, QueueEventsProducer, Worker, withBackend } from 'bullmq';
import { ListenedClient } from '../../database/listened-client.ts';
import { OperatorError } from '../../errors.ts';
import { connectRedis, redisAddress, untilReady } from '../../redis/connection.ts';
import { QueueUnavailable } from '../queue.ts';
import { createLastingBackend } from './lasting-backend.ts';

/** BullMQ's constructors for one backend, and the connections for its objects. */
export interface Backend {
  /** Names the server in messages, without secrets. */
  readonly server: string;
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
  readonly QueueEvents: typeof QueueEvents;
  readonly QueueEventsProducer: typeof QueueEventsProducer;
  /** Commands fail at once while the server is unavailable. */
  readonly forRequests: BackendConnection;
  /** Commands wait until the server is available. Opened on first use, because a process that only adds jobs needs none. */
  forWork(): BackendConnection;
  /**
   * Resolves when the server is connected.
   * @throws QueueUnavailable when it is not
   */
  ready(): Promise<void>;
  /** Whether the connection itself has already reported an error that BullMQ passes on. */
  hasReported(error: Error): boolean;
  /** Close every connection, even when commands still wait on it. */
  disconnect(): void;
}

/** The options of a BullMQ object that concern its connection. */
export interface BackendConnection {
  readonly connection: ConnectionOptions;
  readonly skipVersionCheck?: boolean;
}

/** @param url `redis://` or `rediss://` @param readyMs time limit for a connection to the server */
export function redisBackend(url: string, readyMs: number, onWarning: (text: string) => void): Backend {
  const server = `Redis at ${redisAddress(url)}`;
  const onError = (error: Error) => onWarning(error.message);
  const opened = new Set<ReturnType<typeof connectRedis>>();
  const requests = connectRedis(url, { onError });
  opened.add(requests);
  let work: BackendConnection | undefined;
  let becomingReady: Promise<boolean> | undefined;

  requests.once('ready', () => {
    requests.info('memory').then(
      text => {
        const policy = /^maxmemory_policy:(\S+)/m.exec(text)?.[1];
        if (policy !== undefined && policy !== 'noeviction') {
          onWarning(
            `${server} deletes jobs when its memory is full (maxmemory-policy ${policy}); set maxmemory-policy to noeviction`,
          );
        }
      },
      // Some servers do not permit this user to read the setting. Then there is no warning.
      () => {},
    );
  });

  return {
    server,
    Queue,
    Worker,
    QueueEvents,
    QueueEventsProducer,
    // BullMQ asks for the version once. If that one request fails, its object stays unusable.
    forRequests: { connection: requests, skipVersionCheck: true },
    forWork() {
      if (!work) {
        const patient = connectRedis(url, { onError, patient: true });
        opened.add(patient);
        // Each worker blocks on its own duplicate of the connection. BullMQ cannot close a duplicate while the server is
        // unavailable, so disconnect() closes them.
        const duplicate = patient.duplicate.bind(patient);
        patient.duplicate = override => {
          const copy = duplicate(override);
          // The original connection reports the same error.
          copy.on('error', () => {});
          opened.add(copy);
          copy.once('end', () => opened.delete(copy));
          return copy;
        };
        work = { connection: patient };
      }
      return work;
    },
    async ready() {
      if (requests.status === 'ready') return;
      // Concurrent callers share one wait.
      becomingReady ??= untilReady(requests, readyMs).finally(() => {
        becomingReady = undefined;
      });
      if (!(await becomingReady)) throw new QueueUnavailable(`${server} does not answer`);
    },
    // Every BullMQ object passes on every connection failure, for each of its connections.
    hasReported: error => 'syscall' in error || error.message === 'Connection is closed.',
    disconnect() {
      for (const connection of opened) connection.disconnect();
    },
  };
}

/**
 * BullMQ's own tables, in the schema `bullmq` of the database, which it makes and migrates itself. Workers are woken by
 * LISTEN, so the address must be that of the server, not of a transaction pooler.
 * @param url `postgres://` or `postgresql://`
 * @param readyMs time limit for a connection to the server
 * @throws OperatorError when the URL is not valid
 */
export function postgresBackend(url: string, readyMs: number): Backend {
  if (!URL.canParse(url)) {
    throw new OperatorError('The address of the queue is not of the form postgres://user:password@host:5432/database');
  }
  const classes = withBackend(createLastingBackend) as unknown as Pick<
    Backend,
    'Queue' | 'Worker' | 'QueueEvents' | 'QueueEventsProducer'
  >;
  const base = {
    connectionString: url,
    schema: 'bullmq',
    migrate: true,
    connectionTimeoutMillis: readyMs,
    Client: ListenedClient,
  };
  const { hostname, port, pathname } = new URL(url);
  return {
    server: `PostgreSQL at ${hostname}:${port || 5432}${pathname}`,
    ...classes,
    // Each BullMQ object has its own pool. Idle connections are closed after ten seconds.
    forRequests: { connection: { ...base, max: 2 } },
    forWork: () => ({ connection: { ...base, max: 4 } }),
    ready: async () => {},
    hasReported: () => false,
    disconnect() {},
  };
}
