// Keeps an access token in a cookie for pages, because a browser sends no Authorization header by itself. The cookie holds only
// the token, and each request is checked like any other with that token.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';

export interface PageSession {
  /** The request's Authorization header, or an equal one made from the cookie. */
  authorization(request: FastifyRequest): string | undefined;
  /** Set the cookie to a verified token. @returns false when the token is too large for a cookie */
  begin(reply: FastifyReply, token: string, now?: number): boolean;
  /** Remove the cookie. */
  end(reply: FastifyReply): void;
}

/** Browsers keep at least 4096 bytes of name, value and attributes together (RFC 6265, section 6.1). */
const longestCookie = 4096;

/**
 * Needs the plugin @fastify/cookie.
 * @param path the browser sends the cookie only to addresses under this path
 * @param secure whether the page is reached over https
 */
export function createPageSession(name: string, path: string, secure: boolean): PageSession {
  const attributes = { path, secure, httpOnly: true, sameSite: 'strict' } as const;
  return {
    authorization({ headers, cookies }) {
      if (headers.authorization !== undefined) return headers.authorization;
      const token = cookies[name];
      return token === undefined ? undefined : `Bearer ${token}`;
    },
    begin(reply, token, now = Date.now()) {
      const maxAge = Math.max(0, Math.floor((decodeJwt(token).exp ?? 0) - now / 1000));
      const options = { ...attributes, maxAge };
      if (reply.server.serializeCookie(name, token, options).length > longestCookie) return false;
      reply.setCookie(name, token, options);
      return true;
    },
    end(reply) {
      reply.clearCookie(name, attributes);
    },
  };
}
