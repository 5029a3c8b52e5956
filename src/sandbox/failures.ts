// How a request to a process can fail: the process ended, or it answered with a failure.
import type { RequestFailure } from './messages.ts';

export type EndReason =
  | 'time'
  | 'memory'
  | 'output'
  | 'cancelled'
  | 'replaced'
  | 'idle'
  | 'closed'
  | 'damaged'
  | 'crashed'
  | 'died'
  | 'unopened';

/**
 * The process ended before it answered. Three reasons are not intended by its owner: `unopened`, it ended before it saw the
 * request; `crashed`, by a fault of its own program (a bad memory access, a failed assertion); `died`, by a signal from outside.
 */
export class Ended extends Error {
  readonly reason: EndReason;
  constructor(reason: EndReason) {
    super(`the process ended: ${reason}`);
    this.reason = reason;
  }
}

/** The process answered that the request failed. */
export class RequestFailed extends Error {
  readonly details: unknown;
  /** Whether the process did not know the failure. Such a process is killed, because the failure may have damaged it. */
  readonly isUnknown: boolean;
  constructor({ message, details, isUnknown = false }: RequestFailure) {
    super(message);
    this.details = details;
    this.isUnknown = isUnknown;
  }
}
