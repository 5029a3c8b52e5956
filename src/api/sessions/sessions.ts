// The routes of the session of a browser, and of all of them for administrators.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { type BrowserSession, listSessions, revokeSessions } from '../../state/sessions/browser-sessions.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import { requireWholeTenant } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { parseUuid, refuseQuery } from '../http/list-query.ts';
import { refuseBody } from '../http/request-body.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { sessionOperations } from './session-operations.ts';

export interface SessionOptions {
  readonly database: Database;
  readonly sessions: BrowserSessions;
  readonly guard: Guard;
  /** Name of the OpenID provider; undefined: there is none. */
  readonly providerName: string | undefined;
}

interface SessionRequest extends ListRequest {
  Params: { sessionId: string };
}

export function registerSessions(app: FastifyInstance, options: SessionOptions): void {
  const { sessions, guard, providerName } = options;
  const { getSession, deleteSession, listSignInMethods } = sessionOperations;
  serveOperation(app, getSession, { guard }, async (request, reply) => {
    const { name, principal, role, csrfToken } = request.session!;
    const expiresAt = endOf(request.session!);
    const scopes = [...request.caller!.scopes];
    const answer = { name, principal, role, scopes, expiresAt, csrfToken };
    return reply.header('cache-control', 'private, no-store').send(answer);
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
  registerSessionAdministration(app, options);
}

const what = 'The administration of sessions';

function registerSessionAdministration(app: FastifyInstance, { database, guard }: SessionOptions): void {
  const audited = { guard, onError: auditingRefusals(database, 'session.revoke') };
  serveOperation<ListRequest>(app, sessionOperations.listSessions, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    requireWholeTenant(caller, what);
    const found = await listSessions(database, caller.tenant);
    const own = request.session?.session_id;
    return reply
      .header('cache-control', 'private, no-store')
      .send({ items: found.map(each => view(each, each.session_id === own)) });
  });
  serveOperation<SessionRequest>(app, sessionOperations.revokeSession, audited, async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    requireWholeTenant(caller, what);
    const { tenant, principal } = caller;
    const sessionId = parseUuid('sessionId', request.params.sessionId);
    const revoked = await revokeSessions(database, { tenant, sessionId }, principal.id);
    if (revoked === 0) {
      throw new ServiceError('NOT_FOUND', `sessionId: there is no session ${sessionId} that can be used`);
    }
    return reply.code(204).header('cache-control', 'private, no-store').send();
  });
}

/** When the session ends unless it is used before. */
function endOf({ idle_until, expires_at }: BrowserSession): Date {
  return new Date(Math.min(idle_until.getTime(), expires_at.getTime()));
}

function view(session: BrowserSession, isOwn: boolean): object {
  return {
    sessionId: session.session_id,
    name: session.name,
    principal: session.principal,
    role: session.role,
    applicationInstanceIds: session.application_instance_ids ?? undefined,
    address: session.address,
    createdAt: session.created_at,
    usedAt: session.used_at,
    expiresAt: endOf(session),
    isOwn,
  };
}
