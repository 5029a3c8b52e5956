// Conditional requests (RFC 9110, section 13) and the codings of an answer (section 12.5.3).
import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';

/** Whether If-None-Match says that the caller's copy is the current one. Compared weakly, as a GET is (section 13.1.2). */
export function holdsCurrent({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && fresh({ 'if-none-match': held }, { etag: tag });
}

/** Whether the caller accepts an answer that is compressed by gzip. */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['accept-encoding'] !== undefined && new Negotiator({ headers }).encodings(['gzip']).includes('gzip');
}
