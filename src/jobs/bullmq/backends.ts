// What BullMQ keeps its queues in: Redis, or a schema of a PostgreSQL database. The rest of the code knows no difference.
import {
  type ConnectionOptions,
  createPostgresBackend,
  Queue,
  QueueEvents,
  QueueEventsProducer,
  Worker,
  withBackend,
} from 'bullmq';
import { OperatorError } from '../../errors.ts';
import { connectRedis, redisAddress, untilReady } from '../../redis/connection.ts';
import { QueueUnavailable } from '../queue.ts';

/** Constructors that are bound to a backend, and how each kind of object gets its connection. */
export interface Backend {
  /** Names the server in messages, without what is secret. */
  readonly server: string;
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
  readonly QueueEvents: typeof QueueEvents;
  readonly QueueEventsProducer: typeof QueueEventsProducer;
  /** Fails at once when the server is away. */
  readonly forRequests: BackendConnection;
  /** Waits until it is back. Opened when first asked for: a process that only adds jobs needs none. */
  forWork(): BackendConnection;
  /**
   * Resolves when the server can be asked.
   * @throws QueueUnavailable when it is away
   */
  ready(): Promise<void>;
  /** Whether an error that BullMQ passes on was told by the connection itself. */
  hasReported(error: Error): boolean;
  /** Let go of every connection, whatever still waits on one. */
  disconnect(): void;
}

/** What a BullMQ object is given to reach its server, besides its own options. */
export interface BackendConnection {
  readonly connection: ConnectionOptions;
  readonly skipVersionCheck?: boolean;
}

/** Long enough for a reconnection or a failover in the same room; a request waits no longer. */
const readyMs = 1_000;

/** @param url `redis://` or `rediss://` */
export function redisBackend(url: string, onWarning: (text: string) => void): Backend {
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
            `${server} throws jobs away when its memory is full (maxmemory-policy ${policy}); set maxmemory-policy to noeviction`,
          );
        }
      },
      // A server that does not let this user ask is no reason to say anything.
      () => {},
    );
  });

  return {
    server,
    Queue,
    Worker,
    QueueEvents,
    QueueEventsProducer,
    // BullMQ asks for the version once, and is unusable for good when just that answer does not come.
    forRequests: { connection: requests, skipVersionCheck: true },
    forWork() {
      if (!work) {
        const patient = connectRedis(url, { onError, patient: true });
        opened.add(patient);
        // Each worker blocks on a copy of its own. BullMQ cannot close one whose server is away, so they are kept here.
        const duplicate = patient.duplicate.bind(patient);
        patient.duplicate = override => {
          const copy = duplicate(override);
          // Told by the original already.
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
      // One wait for all who ask meanwhile.
      becomingReady ??= untilReady(requests, readyMs).finally(() => {
        becomingReady = undefined;
      });
      if (!(await becomingReady)) throw new QueueUnavailable(`${server} does not answer`);
    },
    // Every object passes on every failure to connect, on each of its connections.
    hasReported: error => 'syscall' in error || error.message === 'Connection is closed.',
    disconnect() {
      for (const connection of opened) connection.disconnect();
    },
  };
}

/**
 * BullMQ's own tables, in the schema `bullmq` of the database, which it makes and migrates itself. Waking a worker needs
 * LISTEN, so the address must be the server's, not that of a pooler of transactions. BullMQ looks at its tables once, when it
 * opens: whoever opens a queue asks whether it `answers`, and opens another one when it does not. Later the server may go and
 * come back.
 * @param url `postgres://` or `postgresql://`
 * @throws OperatorError when the address is none
 */
export function postgresBackend(url: string): Backend {
  if (!URL.canParse(url)) {
    throw new OperatorError('The address of the queue is not of the form postgres://user:password@host:5432/database');
  }
  const classes = withBackend(createPostgresBackend) as unknown as Pick<
    Backend,
    'Queue' | 'Worker' | 'QueueEvents' | 'QueueEventsProducer'
  >;
  const base = { connectionString: url, schema: 'bullmq', migrate: true, connectionTimeoutMillis: readyMs };
  const { hostname, port, pathname } = new URL(url);
  return {
    server: `PostgreSQL at ${hostname}:${port || 5432}${pathname}`,
    ...classes,
    // Each BullMQ object opens a pool of its own; idle connections are closed after ten seconds.
    forRequests: { connection: { ...base, max: 2 } },
    forWork: () => ({ connection: { ...base, max: 4 } }),
    ready: async () => {},
    hasReported: () => false,
    disconnect() {},
  };
}
