// A failed statement. Bound values may be secrets, and both drivers put them into their errors (messages, details,
// contexts, the list of parameters), so what leaves this layer carries a copy of the cause without them.

/** Conditions that callers branch on: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const dataException = '22';

/**
 * The server was not reached, broke off, is starting, stopping or full, or has become a read-only standby (a failover):
 * the same statement may succeed in some seconds.
 */
const outageCodes =
  /^(08...|57P0.|53300|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * The server answers, and had no time, room or turn for this statement: it waited too long, was one of two that waited for each
 * other, or found no memory or disk.
 */
const busyCodes = /^(53...|40001|40P01|55P03|57014)$/;
const readTimeout = 'Query read timeout';
/** What the driver and its pool say of the same without a code. */
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

export class StatementError extends Error {
  /** SQLSTATE, or the system's error code when the server was not reached. */
  readonly code: string | undefined;
  /** Name of the constraint that was violated. */
  readonly constraint: string | undefined;
  /** The server does not answer. Whether a write, or a COMMIT, was carried out before that is not known. */
  readonly unavailable: boolean;

  constructor(
    message: string,
    options: {
      code?: string | undefined;
      constraint?: string | undefined;
      unavailable?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'StatementError';
    this.code = options.code;
    this.constraint = options.constraint;
    this.unavailable = options.unavailable ?? false;
  }
}

/** True when a row with the same key is there already; `constraint` narrows it to one key. */
export function isUniqueViolation(error: unknown, constraint?: string): error is StatementError {
  return (
    error instanceof StatementError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** True for a driver's error that says that the server does not answer, and nothing of the statement. */
export function isOutage(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = textOf(cause, 'code');
  return code === undefined ? outageMessages.test(cause.message) : outageCodes.test(code);
}

/** True when a statement failed because the state database does not answer at the moment. */
export function isUnavailable(error: unknown): error is StatementError {
  return error instanceof StatementError && error.unavailable;
}

/** True when the state database was too busy for a statement: the same may succeed in some seconds, on any connection. */
export function isBusy(error: unknown): error is StatementError {
  return error instanceof StatementError && error.code !== undefined && busyCodes.test(error.code);
}

/** True when the connection ended under a statement: another connection may answer at once. */
export function isBrokenOff(error: unknown): error is StatementError {
  return isUnavailable(error) && !error.message.startsWith(readTimeout);
}

/** Turn a driver's error of getting a connection into a StatementError. */
export function connectError(cause: unknown): StatementError {
  const code = cause instanceof Error ? textOf(cause, 'code') : undefined;
  // Of several addresses that were tried, Node says the code alone.
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : code;
  return new StatementError(`no connection to the state database: ${reason}`, {
    code,
    unavailable: isOutage(cause),
    cause,
  });
}

/** Turn a driver's error into a StatementError that names the statement and none of the bound values. */
export function statementError(cause: unknown, text: string, values: readonly unknown[] = []): StatementError {
  const source = cause instanceof Error ? cause : new Error(String(cause));
  const code = textOf(source, 'code');
  const constraint = textOf(source, 'constraint');
  const message = withoutValues(source.message, code, values);
  return new StatementError(`${message}${code ? ` (${code})` : ''} in: ${excerpt(text)}`, {
    code,
    constraint,
    unavailable: isOutage(source),
    cause: bareCopy(source, message),
  });
}

/** Class 22 messages quote the offending value by design; elsewhere a value can only appear as it was bound. */
function withoutValues(message: string, code: string | undefined, values: readonly unknown[]): string {
  if (code?.startsWith(dataException)) return 'A value does not fit its type';
  return values.reduce<string>((text, value, index) => {
    const bound = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return bound.length < 4 ? text : text.replaceAll(bound, `$${index + 1}`);
  }, message);
}

/** Same class name and stack frames; no `detail`, `where`, `query` or `params`. */
function bareCopy(source: Error, message: string): Error {
  const copy = new Error(message);
  copy.name = source.name;
  const frames = source.stack?.split('\n').filter(line => /^\s+at /.test(line)) ?? [];
  copy.stack = [`${source.name}: ${message}`, ...frames].join('\n');
  return copy;
}

function textOf(error: Error, property: string): string | undefined {
  const value = (error as unknown as Record<string, unknown>)[property];
  return typeof value === 'string' ? value : undefined;
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)} …` : line;
}
