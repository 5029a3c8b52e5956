// What can go wrong with a request, as the pages show it.

/** The service answered with an error. */
export class ApiError extends Error {
  readonly status: number;
  /** The permanent code of the error (docs/reference/errors.md). */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly reasons: readonly unknown[] | undefined;
  /** Finds the request in the service's log; undefined when a proxy answered instead of the service. */
  readonly requestId: string | undefined;

  constructor(status: number, envelope: Envelope, requestId: string | undefined) {
    super(envelope.message ?? `the service answered with status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = envelope.code ?? String(status);
    this.details = envelope.details;
    this.reasons = envelope.reasons;
    this.requestId = requestId;
  }
}

/** Whether nothing is at the address of a read, or nothing that the session may see. An id that has no valid form has nothing, too. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** No answer arrived. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the service does not answer', { cause });
    this.name = 'Unreachable';
  }
}

interface Envelope {
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly reasons?: readonly unknown[];
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  const envelope = typeof body === 'object' && body !== null ? (body as Envelope) : {};
  return new ApiError(response.status, envelope, response.headers.get('x-request-id') ?? undefined);
}
