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

/**
 * The gap that an error of a request leaves. A read that brings nothing and reports only `unsupported` counts as one of a type that
 * the source does not have, so former objects of the type are dropped. Use `failed` instead where the source must have the type.
 * @throws the error itself when it is not an HttpError
 */
export function gapOf(error: unknown, missing: Gap['missing']): Gap {
  if (!(error instanceof HttpError)) throw error;
  return { reason: reasonOf(error.status), subject: error.subject, message: error.problem, missing };
}

/** RFC 9110, sections 15.5 and 15.6: 401 and 403 refuse access; 404, 405, 410 and 501 say that the resource does not exist. */
function reasonOf(status: number | undefined): Gap['reason'] {
  if (status === 401 || status === 403) return 'forbidden';
  return status !== undefined && [404, 405, 410, 501].includes(status) ? 'unsupported' : 'failed';
}
