// Conditional requests (RFC 9110, section 13) and content codings (section 12.5.3).
import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';

/** Whether If-None-Match holds the current tag, by weak comparison (section 13.1.2). */
export function holdsCurrent({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && fresh({ 'if-none-match': held }, { etag: tag });
}

/** Whether the caller accepts gzip. */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['accept-encoding'] !== undefined && new Negotiator({ headers }).encodings(['gzip']).includes('gzip');
}
