// The error of a failed statement. Bound values may be secrets, and both drivers put them into their errors (message, detail,
// context, parameters). So errors that leave this layer have a copy of the cause without them.

/** Codes that callers handle: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const dataException = '22';

/**
 * The server cannot be reached, broke the connection, is starting, stopping or full, or has become a read-only standby (a
 * failover). The same statement may succeed in some seconds.
 */
const outageCodes =
  /^(08...|57P0.|53300|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * The server answers but could not finish this statement: it timed out, was part of a deadlock or a serialization failure, or
 * ran out of memory or disk.
 */
const busyCodes = /^(53...|40001|40P01|55P03|57014)$/;
/** The driver's message when the server did not answer in time; it has no code. */
const readTimeout = 'Query read timeout';
/** Messages of the driver and its pool for an outage that have no code. */
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** A statement was not sent, because its connection had broken before. */
export class ConnectionLost extends Error {
  constructor() {
    super('The connection broke');
    this.name = 'ConnectionLost';
  }
}

export class StatementError extends Error {
  /** SQLSTATE, or the system's error code when the server was not reached. */
  readonly code: string | undefined;
  /** Name of the constraint that was violated. */
  readonly constraint: string | undefined;
  /** The server does not answer. It is unknown whether it executed a write or a COMMIT before that. */
  readonly unavailable: boolean;
  /** The server did not answer in time. */
  readonly timedOut: boolean;

  constructor(
    message: string,
    options: {
      code?: string | undefined;
      constraint?: string | undefined;
      unavailable?: boolean;
      timedOut?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'StatementError';
    this.code = options.code;
    this.constraint = options.constraint;
    this.unavailable = options.unavailable ?? false;
    this.timedOut = options.timedOut ?? false;
  }
}

/** True when a row with the same key exists already; `constraint` limits the check to one key. */
export function isUniqueViolation(error: unknown, constraint?: string): error is StatementError {
  return (
    error instanceof StatementError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** True for a driver's error that means that the server does not answer, not that the statement failed. */
export function isConnectionFault(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof ConnectionLost) return true;
  const code = textOf(cause, 'code');
  return code === undefined ? outageMessages.test(cause.message) : outageCodes.test(code);
}

/** True when a statement failed because the state database does not answer at the moment. */
export function isUnavailable(error: unknown): error is StatementError {
  return error instanceof StatementError && error.unavailable;
}

/** True when the state database was too busy for a statement. It may succeed in some seconds, on any connection. */
export function isBusy(error: unknown): error is StatementError {
  return error instanceof StatementError && error.code !== undefined && busyCodes.test(error.code);
}

/** True when the connection broke during a statement. Another connection may answer at once. */
export function isBrokenOff(error: unknown): error is StatementError {
  return isUnavailable(error) && !error.timedOut;
}

/** Turn a driver's error about connecting into a StatementError. */
export function connectError(cause: unknown): StatementError {
  const code = cause instanceof Error ? textOf(cause, 'code') : undefined;
  // When several addresses were tried, Node's error has a code and no message.
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : code;
  return new StatementError(`no connection to the state database: ${reason}`, {
    code,
    unavailable: isConnectionFault(cause),
    cause,
  });
}

/** Turn a driver's error into a StatementError that contains the statement and none of the bound values. */
export function statementError(cause: unknown, text: string, values: readonly unknown[] = []): StatementError {
  const source = cause instanceof Error ? cause : new Error(String(cause));
  const code = textOf(source, 'code');
  const constraint = textOf(source, 'constraint');
  const message = withoutValues(source.message, code, values);
  return new StatementError(`${message}${code ? ` (${code})` : ''} in: ${excerpt(text)}`, {
    code,
    constraint,
    unavailable: isConnectionFault(source),
    timedOut: source.message === readTimeout,
    cause: bareCopy(source, message),
  });
}

/** Class 22 messages quote the offending value. In other messages, a value can only appear as it was bound. */
function withoutValues(message: string, code: string | undefined, values: readonly unknown[]): string {
  if (code?.startsWith(dataException)) return 'A value does not fit its type';
  return values.reduce<string>((text, value, index) => {
    const bound = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return bound.length < 4 ? text : text.replaceAll(bound, `$${index + 1}`);
  }, message);
}

/** Keeps the class name and stack frames; omits `detail`, `where`, `query` and `params`. */
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
