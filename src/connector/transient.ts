// Transient faults: the same call may succeed later.

/** Thrown by a connector when its source asks it to wait, or says that it is unavailable. */
export class SourceUnavailable extends Error {
  /** The delay that the source requested, in milliseconds; undefined when it requested none. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.name = 'SourceUnavailable';
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Error codes of Node.js and undici for a connection that failed, broke or stalled. */
const transientCodes = new Set([
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

/** Whether a retry later may help. Causes are checked too, because `fetch` wraps errors. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SourceUnavailable) return true;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && transientCodes.has(code)) || isTransient(error.cause);
}
