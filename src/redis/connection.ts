// Connections to Redis. This file sets all time limits, and keeps the password out of messages.
import { Redis, type RedisOptions } from 'ioredis';
import { OperatorError } from '../errors.ts';

/** Time limit for connecting, TLS included. */
const connectMs = 5_000;
/** Time limit for a command. Rolecall's commands take Redis about a millisecond. */
const commandMs = 2_000;
/** A connection that receives nothing for this long while commands wait is dead. */
const silentMs = 30_000;
/** Short enough after a restart, and long enough to spare Redis a storm of reconnections from many processes. */
const longestReconnectMs = 2_000;

export interface ConnectOptions {
  /**
   * Called when the connection fails: once per reason until it is connected again, for any number of attempts. The error names
   * host and port, and contains no command.
   */
  onError(error: Error): void;
  /**
   * False, for requests: a command rejects at once while there is no connection, and after 2 s without an answer.
   * True, for background work: a command waits until Redis is available.
   */
  readonly patient?: boolean;
}

/**
 * A connection that reconnects until it is closed (`quit` or `disconnect`). It is returned before it is connected; see
 * `untilReady`.
 * @param url `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS
 * @throws OperatorError when the URL is not valid
 */
export function connectRedis(url: string, { onError, patient = false }: ConnectOptions): Redis {
  const address = redisAddress(url);
  const redis = new Redis(url, { ...common, ...(patient ? patiently : atOnce) });
  let reported: string | undefined;
  redis.on('ready', () => {
    reported = undefined;
  });
  redis.on('error', (error: Error & { code?: string }) => {
    // Only the text: the error of a rejected AUTH contains the command with the password.
    const reason = error.message || error.code || 'no connection';
    if (reason === reported) return;
    reported = reason;
    onError(new Error(`Redis at ${address}: ${reason}`));
  });
  return redis;
}

const common = {
  connectTimeout: connectMs,
  // The delay varies by up to a quarter, so that processes that lost Redis at the same time do not reconnect at the same time.
  retryStrategy: (attempt: number) =>
    Math.min(50 * 2 ** Math.min(attempt - 1, 10), longestReconnectMs) * (0.75 + Math.random() / 2),
  // After a failover, the old primary is a read-only replica. Reconnect to reach the new primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

const atOnce = {
  commandTimeout: commandMs,
  enableOfflineQueue: false,
  // Redis may have executed commands that were sent before the connection broke. Only the caller knows whether to retry.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

const patiently = {
  maxRetriesPerRequest: null,
  // Detects a server that vanished without closing its connections. Must exceed BullMQ's blocking reads of ten seconds.
  socketTimeout: silentMs,
} satisfies RedisOptions;

/** Whether the connection became ready within that time. */
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
 * Host, port and database of a Redis URL, without its secrets.
 * @throws OperatorError when it is not a Redis URL
 */
export function redisAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    // The message omits the value: even text that is not a URL may be a password.
    throw new OperatorError(
      'The address of Redis is not of the form redis://user:password@host:6379/0 (TLS: rediss://)',
    );
  }
  return `${parsed.hostname}:${parsed.port || 6379}${parsed.pathname === '/' ? '' : parsed.pathname}`;
}
