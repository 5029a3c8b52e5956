// The log: lines of JSON on standard error. The secrets of the configuration are removed from every line.
import os from 'node:os';
import process from 'node:process';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config-file.ts';

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
  const secrets = secretsOf(config);
  const base = role === undefined ? null : { role, pid: process.pid, host: os.hostname() };
  return pino(
    {
      level: config.log_level,
      base,
      serializers: { err: describeError },
      hooks: { streamWrite: line => secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line) },
    },
    destination,
  );
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string | number;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

/** Describes an error without the fields that libraries add: those of Redis contain the command, those of PostgreSQL the row. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(Array.isArray(errors) && { errors: errors.map(describeError) }),
  };
}

/** Shorter values are not masked: they would match parts of ordinary words, and are no real secrets. */
const shortest = 6;

/** Every form in which a secret may appear in a line of JSON. */
function secretsOf({ database_url, queue_url, storage }: Config): string[] {
  const passwords = [database_url, queue_url].flatMap(url => {
    if (url === undefined || !URL.canParse(url)) return [];
    const { password } = new URL(url);
    return [password, decodeURIComponent(password)];
  });
  const all = [...passwords, storage.secret_access_key ?? ''].filter(secret => secret.length >= shortest);
  // The longest first, because one may be the beginning of another.
  return [...new Set(all.map(secret => JSON.stringify(secret).slice(1, -1)))].sort((a, b) => b.length - a.length);
}
