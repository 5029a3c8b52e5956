// The log: lines of JSON on standard error. Secrets are removed from every line.
import os from 'node:os';
import process from 'node:process';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config-file.ts';
import { Settings } from '../config/settings.ts';
import { secretSettings } from '../connector/secret-settings.ts';

export type ProcessRole = 'serve' | 'work';

/**
 * @param role the role of one of several processes; its lines contain the role, the process id and the host
 * @param destination default: standard error
 */
export function createLog(
  config: Config,
  role?: ProcessRole,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  const masks = masksOf(secretsOf(config));
  const base = role === undefined ? null : { role, pid: process.pid, host: os.hostname() };
  const log = pino(
    {
      level: config.log_level,
      base,
      serializers: { err: error => describeError(error) },
      hooks: { streamWrite: line => masks.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line) },
    },
    destination,
  );
  masksOfLogs.set(log, masks);
  return log;
}

const masksOfLogs = new WeakMap<Logger, string[]>();

/** Remove more secrets from every line of a log, for example those in settings of sources, which only connectors recognise. */
export function maskInLog(log: Logger, secrets: readonly string[]): void {
  const masks = masksOfLogs.get(log);
  if (masks) masks.splice(0, masks.length, ...masksOf([...masks.map(unescaped), ...secrets]));
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string | number;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

/** Errors of the environment. Their messages are enough: a stack would only show where this program noticed them. */
const expected = new Set([
  'OperatorError',
  'ConnectionLost',
  'NotDelivered',
  'QueueUnavailable',
  'SourceError',
  'SourceUnavailable',
  'StorageMissing',
]);

/** Describes an error without the fields that libraries add: those of Redis contain the command, those of PostgreSQL the row. */
function describeError(error: unknown, withStack = true): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  const shown = withStack && !expected.has(error.name);
  return {
    type: error.name,
    message: error.message,
    ...(shown && error.stack !== undefined && { stack: error.stack }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause, shown) }),
    ...(Array.isArray(errors) && { errors: errors.map(each => describeError(each, shown)) }),
  };
}

/** Shorter values are not masked: they would match parts of ordinary words, and are no real secrets. */
const shortest = 6;

/** The secrets of the deployment, in every form in which they may be written. */
export function secretsOf(config: Config): string[] {
  const passwords = [config.database_url, config.queue_url].flatMap(url => {
    if (url === undefined || !URL.canParse(url)) return [];
    const { password } = new URL(url);
    return [password, decodeURIComponent(password)];
  });
  // Of these two, only the password is a secret.
  const others = { ...config, database_url: undefined, queue_url: undefined };
  return [...passwords, ...secretSettings(Settings, others).map(({ value }) => value)];
}

/** Secrets as they are written in a line of JSON. The longest comes first, because one may be the beginning of another. */
function masksOf(secrets: readonly string[]): string[] {
  const masked = new Set(secrets.filter(secret => secret.length >= shortest).map(escaped));
  return [...masked].toSorted((a, b) => b.length - a.length);
}

const escaped = (secret: string) => JSON.stringify(secret).slice(1, -1);
const unescaped = (mask: string) => JSON.parse(`"${mask}"`) as string;
