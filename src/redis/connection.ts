// Connections to Redis. How long anybody waits for it is settled here, and that its password shows nowhere.
import { Redis, type RedisOptions } from 'ioredis';
import { OperatorError } from '../errors.ts';

/** How long a connection may take to be made, TLS included. */
const connectMs = 5_000;
/** A command that has no answer by then has failed; what Rolecall asks takes Redis a millisecond. */
const commandMs = 2_000;
/** Something is always answered sooner than that, when anything was asked. */
const silentMs = 30_000;
/** Soon enough after a restart, and no storm from many processes while Redis is away. */
const longestReconnectMs = 2_000;

export interface ConnectOptions {
  /**
   * Told when the connection fails: once per reason until it stands again, however many attempts are made. The error
   * names host and port, and holds nothing of what was sent.
   */
  onError(error: Error): void;
  /**
   * False, for requests: a command rejects at once while there is no connection, and after 2 s without an answer. True,
   * for work in the background: a command waits until Redis is back.
   */
  readonly patient?: boolean;
}

/**
 * A connection that makes itself anew until it is closed (`quit` or `disconnect`). It is returned before it stands; see
 * `untilReady`.
 * @param url `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS
 * @throws OperatorError when the address is none
 */
export function connectRedis(url: string, { onError, patient = false }: ConnectOptions): Redis {
  const address = redisAddress(url);
  const redis = new Redis(url, { ...common, ...(patient ? patiently : atOnce) });
  let told: string | undefined;
  redis.on('ready', () => {
    told = undefined;
  });
  redis.on('error', (error: Error & { code?: string }) => {
    // Only the text: the error of a refused AUTH carries the command with the password.
    const reason = error.message || error.code || 'no connection';
    if (reason === told) return;
    told = reason;
    onError(new Error(`Redis at ${address}: ${reason}`));
  });
  return redis;
}

const common = {
  connectTimeout: connectMs,
  // Up to a quarter more or less, so that processes that lost it together do not come back together.
  retryStrategy: (attempt: number) =>
    Math.min(50 * 2 ** Math.min(attempt - 1, 10), longestReconnectMs) * (0.75 + Math.random() / 2),
  // After a failover the old primary is a replica, which refuses to write: look again who is primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

const atOnce = {
  commandTimeout: commandMs,
  enableOfflineQueue: false,
  // What was sent when the connection broke may have been done: only the caller knows whether to send it again.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

const patiently = {
  maxRetriesPerRequest: null,
  // A server that vanished without closing its connections is noticed by that. BullMQ waits for jobs ten seconds at a time.
  socketTimeout: silentMs,
} satisfies RedisOptions;

/** Whether the connection stood within that time. */
export async function untilReady(redis: Redis, milliseconds: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  return new Promise(resolve => {
    const settle = (ready: boolean) => {
      clearTimeout(timer);
      redis.off('ready', onReady).off('end', onEnd);
      resolve(ready);
    };
    const onReady = () => settle(true);
    const onEnd = () => settle(false);
    const timer = setTimeout(() => settle(false), milliseconds);
    redis.once('ready', onReady).once('end', onEnd);
  });
}

/**
 * Host, port and database of a Redis URL, without what is secret in it.
 * @throws OperatorError when it is no such URL
 */
export function redisAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    // Without the value: what is not a URL may be a password all the same.
    throw new OperatorError(
      'The address of Redis is not of the form redis://user:password@host:6379/0 (TLS: rediss://)',
    );
  }
  return `${parsed.hostname}:${parsed.port || 6379}${parsed.pathname === '/' ? '' : parsed.pathname}`;
}
