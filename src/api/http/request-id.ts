// The id of a request: that of whoever asks, so that one id runs through all their logs, or a new one.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Answered with every response, and in every line that a request logs. */
export const requestIdHeader = 'x-request-id';

/** Visible ASCII: nothing that would break a line of a log or a header. */
const sane = /^[\x21-\x7e]{1,128}$/;

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}
