// Faults that pass by themselves: the same call may succeed in a moment.

/** What a connector throws when its source asks it to wait, or answers that it is down for now. */
export class SourceUnavailable extends Error {
  /** What the source asked for, in milliseconds; undefined: it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.name = 'SourceUnavailable';
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Node.js' and undici's names for a connection that was not made, broke, or stood still. */
const passingCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Whether a fault of a source is worth another try later. Causes count too: `fetch` wraps what broke. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SourceUnavailable) return true;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && passingCodes.has(code)) || isTransient(error.cause);
}
