// The table of permanent error codes, and the error class that carries them. Clients branch on the code. The text
// of unexpected errors never leaves the process.

/** Code → HTTP status and meaning. Neither changes after a code was published. */
export const errorCodes = {
  BAD_REQUEST: { status: 400, meaning: 'The body or a parameter is invalid' },
  QUERY_PARSE_ERROR: {
    status: 400,
    meaning: 'The query cannot be run; `details` has `line`, `column` and `hint`, `reasons` the causes',
  },
  QUERY_LIMIT_EXCEEDED: {
    status: 400,
    meaning:
      'The query takes more than it may; `details.limit` is `time`, `memory`, `disk` or `result`, `details.allowed` the limit',
  },
  UNAUTHORIZED: { status: 401, meaning: 'The token is missing, expired or malformed' },
  SESSION_ENDED: {
    status: 401,
    meaning:
      'The session of the browser has ended; `details.reason` is `signedOut`, `revoked`, `replaced`, `expired`, `idle` or `unknown`. Sign in again',
  },
  FORBIDDEN: { status: 403, meaning: 'The credential lacks the scope, or is not permitted on the resource' },
  LINK_INVALID: { status: 403, meaning: 'The signed link was altered, or belongs to another file' },
  LINK_EXPIRED: { status: 403, meaning: 'The signed link has expired; get the export again for a new link' },
  NOT_FOUND: { status: 404, meaning: 'The resource does not exist, or is not visible to the credential' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path does not take the method; Allow names those that it takes' },
  NOT_ACCEPTABLE: { status: 406, meaning: 'The operation answers none of the media types that Accept names' },
  NAME_CONFLICT: { status: 409, meaning: 'The name is taken, perhaps in letters of another case' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    meaning: 'The Idempotency-Key came with another request within the last 24 hours; send this one with a new key',
  },
  VERSION_CONFLICT: {
    status: 409,
    meaning: 'The update is based on an outdated version; `details.current_version` is the current one',
  },
  JOB_NOT_REVERTIBLE: { status: 409, meaning: 'The job is an undo itself, still runs, or changed nothing' },
  REVERT_WINDOW_CLOSED: { status: 409, meaning: 'The time within which the job could be undone is over' },
  ALREADY_REVERTED: {
    status: 409,
    meaning: 'The job was undone before; `revertedBy` of the job names the job that undid it',
  },
  JOB_NOT_CANCELLABLE: { status: 409, meaning: 'The job has ended' },
  JOB_NOT_APPROVABLE: { status: 409, meaning: 'The job does not wait for an approval' },
  JOB_NOT_VISIBLE: {
    status: 409,
    meaning:
      'The data do not show the changes of the job within the time that the request waits; `details.dataSync` says why',
  },
  OPERATION_NOT_SUPPORTED: { status: 409, meaning: 'The source application cannot do this' },
  WRITE_NOT_CONFIGURED: { status: 409, meaning: 'The source is configured as read-only' },
  GUARD_REFUSED: {
    status: 409,
    meaning: 'A guard in the configuration does not allow the change; `details.guard` names it',
  },
  OBJECT_NOT_REMOVABLE: {
    status: 409,
    meaning: 'The group is modeled, synced or dynamic, so its members cannot be changed here',
  },
  RISK_NOT_ACCEPTABLE: {
    status: 409,
    meaning: 'The violation is not open, or a source reported it and decides about its status itself',
  },
  REVIEW_ENDED: { status: 409, meaning: 'The review was closed or is due, so nothing can be decided any more' },
  REVIEW_DIFFERS: {
    status: 409,
    meaning:
      'The change is not what the review is about, or its reviewers did not decide so for an account; `details.accounts` names them',
  },
  KEY_ROTATION_PENDING: {
    status: 409,
    meaning: 'A key that was created before does not sign yet; `details.signsFrom` says when it does',
  },
  SOURCE_NOT_HELD_BACK: {
    status: 409,
    meaning: 'The newest data of the source are not held back, so there is nothing to accept',
  },
  PUSH_CONFLICT: {
    status: 409,
    meaning:
      'The batch contradicts what was sent under its name within the last 24 hours, or batches before it are missing',
  },
  VERSION_GONE: {
    status: 410,
    meaning:
      'The version that the request names is no longer kept; `details` has the `oldest` and the `newest` version that are',
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than the service accepts' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not of a content type that the operation takes' },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: 'The file ends before the range begins; Content-Range says its length',
  },
  TOO_MANY_REQUESTS: { status: 429, meaning: 'The rate limit is exceeded; Retry-After says for how many seconds' },
  INTERNAL_ERROR: { status: 500, meaning: 'A fault of the service' },
  NOT_IMPLEMENTED: {
    status: 501,
    meaning: 'The operation belongs to the contract but is not available in this deployment',
  },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'The service cannot answer at the moment' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every error response (specification, Errors). */
export interface ErrorEnvelope {
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
  reasons?: { code: string; message: string }[];
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly reasons: { code: string; message: string }[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; reasons?: { code: string; message: string }[]; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = more.details;
    this.reasons = more.reasons;
  }

  toEnvelope(): ErrorEnvelope {
    return {
      code: this.code,
      message: this.message,
      ...(this.details && { details: this.details }),
      ...(this.reasons && { reasons: this.reasons }),
    };
  }
}

/** An error that the operator can correct (configuration, data directory, arguments). It is shown without a stack. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}
