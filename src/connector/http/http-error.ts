// Errors of requests, and the gaps that follow from them.
import type { Gap } from '../contract.ts';

/** A source answered a request with an error, or with something that is no answer to it. The message names the request. */
export class HttpError extends Error {
  /** Method and address, without credentials. */
  readonly subject: string;
  /** Status of the answer; undefined when it was 2xx, but not usable. */
  readonly status: number | undefined;
  /** The answer has more bytes than the client takes: ask for fewer objects. */
  readonly isTooLarge: boolean;

  constructor(subject: string, problem: string, status?: number, isTooLarge = false) {
    super(`${subject}: ${problem}`);
    this.name = 'HttpError';
    this.subject = subject;
    this.status = status;
    this.isTooLarge = isTooLarge;
  }

  /** What went wrong, without the request. */
  get problem(): string {
    return this.message.slice(this.subject.length + 2);
  }
}

/** The gap that an error of a request leaves. @throws the error itself when it is none of a request */
export function gapOf(error: unknown, missing: Gap['missing']): Gap {
  if (!(error instanceof HttpError)) throw error;
  return { reason: reasonOf(error.status), subject: error.subject, message: error.problem, missing };
}

/** RFC 9110, section 15.5 and 15.6: 403 refuses, 404, 405, 410 and 501 say that there is no such thing. */
function reasonOf(status: number | undefined): Gap['reason'] {
  if (status === 401 || status === 403) return 'forbidden';
  return status !== undefined && [404, 405, 410, 501].includes(status) ? 'unsupported' : 'failed';
}
