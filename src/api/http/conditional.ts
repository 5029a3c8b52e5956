// Conditional requests (RFC 9110, section 13).
import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Whether If-None-Match holds the current tag, by weak comparison (section 13.1.2). */
export function isNotModified({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && fresh({ 'if-none-match': held }, { etag: tag });
}
