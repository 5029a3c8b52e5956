// The log: lines of JSON on standard error. Whatever somebody puts into a line, the secrets of the configuration do not come out.
import os from 'node:os';
import process from 'node:process';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config-file.ts';

export type ProcessRole = 'serve' | 'work';

/**
 * @param role of one of many processes: its lines say so, and which process on which host it is
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

/** What a fault is, without whatever else a library hangs on it: Redis' carry the command, PostgreSQL's the row. */
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

/** Shorter ones would be found in every other word, and are no secrets. */
const shortest = 6;

/** Every way in which a secret may stand in a line of JSON. */
function secretsOf({ database_url, queue_url, storage }: Config): string[] {
  const passwords = [database_url, queue_url].flatMap(url => {
    if (url === undefined || !URL.canParse(url)) return [];
    const { password } = new URL(url);
    return [password, decodeURIComponent(password)];
  });
  const all = [...passwords, storage.secret_access_key ?? ''].filter(secret => secret.length >= shortest);
  // The longest first: one may begin with another.
  return [...new Set(all.map(secret => JSON.stringify(secret).slice(1, -1)))].sort((a, b) => b.length - a.length);
}
