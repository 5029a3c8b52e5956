// The routes of the session of a browser.
import type { FastifyInstance } from 'fastify';
import type { Guard } from '../access/guard.ts';
import { serveOperation } from '../contract/serve-operation.ts';
import { refuseBody } from '../http/request-body.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { sessionOperations } from './session-operations.ts';

export interface SessionOptions {
  readonly sessions: BrowserSessions;
  readonly guard: Guard;
  /** Name of the OpenID provider; undefined: there is none. */
  readonly providerName: string | undefined;
}

export function registerSessions(app: FastifyInstance, { sessions, guard, providerName }: SessionOptions): void {
  const { getSession, deleteSession, listSignInMethods } = sessionOperations;
  serveOperation(app, getSession, { guard }, async (request, reply) => {
    const { name, role, idle_until, expires_at, csrfToken } = request.session!;
    const expiresAt = new Date(Math.min(idle_until.getTime(), expires_at.getTime()));
    const scopes = [...request.caller!.scopes];
    return reply.header('cache-control', 'private, no-store').send({ name, role, scopes, expiresAt, csrfToken });
  });
  serveOperation(app, deleteSession, { guard }, async (request, reply) => {
    refuseBody(request.body);
    await sessions.end(request, reply);
    return reply.code(204).header('cache-control', 'private, no-store').send();
  });
  const methods = { openid: providerName === undefined ? null : { name: providerName }, link: true };
  serveOperation(app, listSignInMethods, { guard }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(methods),
  );
}
