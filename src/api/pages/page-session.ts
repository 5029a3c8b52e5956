// An access token in a cookie, for pages of a browser, which sends no Authorization header by itself. The cookie is the token
// and nothing else: each request is checked as any other with that token.
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';

export interface PageSession {
  /** The request's Authorization header, or what its cookie stands for. */
  authorization(request: FastifyRequest): string | undefined;
  /** Set-Cookie for a token that was checked; undefined when it is too large for a cookie. */
  begin(token: string, now?: number): string | undefined;
  /** Set-Cookie that forgets it. */
  end(): string;
}

/** Browsers keep at least 4096 bytes of name, value and attributes together (RFC 6265, section 6.1). */
const longestCookie = 4096;

/**
 * @param path under which the browser sends it, and nowhere else
 * @param secure whether the page is reached over https
 */
export function createPageSession(name: string, path: string, secure: boolean): PageSession {
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    authorization({ headers }) {
      if (headers.authorization !== undefined) return headers.authorization;
      const found = headers.cookie?.split('; ').find(pair => pair.startsWith(`${name}=`));
      return found === undefined ? undefined : `Bearer ${found.slice(name.length + 1)}`;
    },
    begin(token, now = Date.now()) {
      const { exp } = decodeJwt(token);
      const text = cookie(token, Math.max(0, Math.floor((exp ?? 0) - now / 1000)));
      return text.length > longestCookie ? undefined : text;
    },
    end: () => cookie('', 0),
  };
}
