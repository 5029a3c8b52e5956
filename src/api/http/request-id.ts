// The id of a request: the id that the client sends, so that one id appears in the logs of both, or a new one.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Sent with every response. The id is also in every log line of the request. */
export const requestIdHeader = 'x-request-id';

/** Visible ASCII, which cannot break a log line or a header. */
const sane = /^[\x21-\x7e]{1,128}$/;

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}
