// The cookies of the service. Over https their names have the prefix `__Host-`, so that no other host of the domain can set them
// (RFC 6265bis, section 4.1.3.2). Browsers keep cookies of all ports of a host together, so over http the port is in the name. They
// are read with the package `cookie`: the plugin @fastify/cookie would parse the cookies of each request, also of one with a token.
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverHttps } from './request-origin.ts';

export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  set(request: FastifyRequest, reply: FastifyReply, value: string): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

export interface CookieOptions {
  /** The public address of the service. */
  readonly baseUrl: string;
  /** `lax`: also sent when a page of another site leads here. */
  readonly sameSite: 'strict' | 'lax';
  /** How long the browser keeps it; undefined: until the browser is closed. */
  readonly maxAgeSeconds?: number;
}

export function createCookie(
  purpose: 'session' | 'sign-in',
  { baseUrl, sameSite, maxAgeSeconds }: CookieOptions,
): Cookie {
  const port = new URL(baseUrl).port || '80';
  const nameFor = (request: FastifyRequest) =>
    isOverHttps(request, baseUrl) ? `__Host-rolecall-${purpose}` : `rolecall-${purpose}-${port}`;
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number | undefined) => {
    const attributes = { path: '/', httpOnly: true, secure: isOverHttps(request, baseUrl), sameSite };
    const cookie = { name: nameFor(request), value, ...attributes, ...(maxAge !== undefined && { maxAge }) };
    // Fastify sends a header for each cookie.
    reply.header('set-cookie', stringifySetCookie(cookie));
  };
  return {
    read(request) {
      const { cookie } = request.headers;
      return cookie === undefined ? undefined : parseCookie(cookie)[nameFor(request)];
    },
    set: (request, reply, value) => write(request, reply, value, maxAgeSeconds),
    clear: (request, reply) => write(request, reply, '', 0),
  };
}
