// Checks every request that needs a token or a session: authentication, then the tenant's rate limit, then the scope.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { includesScope, type Scope } from '../../state/clients/clients.ts';
import type { BrowserSession } from '../../state/sessions/browser-sessions.ts';
import { type AddressSettings, resolveAddresses } from './addresses.ts';
import type { Authenticate } from './authenticate.ts';
import { type Caller, requireScope } from './caller.ts';
import { insufficientScopeChallenge, unauthorizedChallenge } from './challenges.ts';
import type { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a {@link Guard} after authentication; null on routes without a guard. The app declares this property on requests. */
    caller: Caller | null;
    /** Set by a guard when a session authenticates the request; otherwise null. The app declares this property on requests. */
    session: OpenSession | null;
  }
}

/** A session that can be used. */
export interface OpenSession extends BrowserSession {
  readonly csrfToken: string;
}

/** What the guard asks of the sessions of browsers. */
export interface SessionChecks {
  /** Whether the request has a session cookie. */
  hasCookie(request: FastifyRequest): boolean;
  /** @throws ServiceError SESSION_ENDED; UNAUTHORIZED without a cookie; SERVICE_UNAVAILABLE when state cannot be read */
  authenticate(request: FastifyRequest): Promise<{ caller: Caller; session: OpenSession }>;
  /** @throws ServiceError FORBIDDEN when a page of another origin may have made the browser send the request */
  refuseForgery(request: FastifyRequest, session: OpenSession): void;
}

export interface GuardSettings extends AddressSettings {
  readonly authenticate: Authenticate;
  readonly rateLimiter: RateLimiter;
  readonly sessions: SessionChecks;
}

/**
 * An `onRequest` hook that lets a request pass only with a token or a session that has the scope.
 * @param scope `session`: a session is enough, and a token is refused
 * @param options.scopeOf the scope of requests that need another one
 * @param options.metadata address of the metadata of a protected resource (RFC 9728), which takes tokens only
 */
export type Guard = (
  scope: Scope | 'session',
  options?: {
    readonly scopeOf?: (request: FastifyRequest) => Scope | undefined;
    readonly metadata?: string;
  },
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Guards set `request.caller`, `request.session` and the RateLimit headers. A refusal is a ServiceError and sets the headers that
 * belong to it. A request with a token never uses its cookies.
 */
export function createGuard(settings: GuardSettings): Guard {
  const { authenticate, sessions, rateLimiter } = settings;
  const { scopeNames } = resolveAddresses(settings);

  async function authenticated(request: FastifyRequest, ofSession: boolean, ofToken: boolean): Promise<Caller> {
    const { authorization } = request.headers;
    if (ofSession && authorization !== undefined) {
      throw new ServiceError('UNAUTHORIZED', 'The operation is about the session of a browser and takes no token');
    }
    if (ofSession || (!ofToken && authorization === undefined && sessions.hasCookie(request))) {
      const { caller, session } = await sessions.authenticate(request);
      request.session = session;
      return caller;
    }
    return authenticate(authorization);
  }

  return (usualScope, { scopeOf, metadata } = {}) =>
    async (request, reply) => {
      const scope = scopeOf?.(request) ?? usualScope;
      const { authorization } = request.headers;
      const caller = await authenticated(request, scope === 'session', metadata !== undefined).catch(error => {
        if (error instanceof ServiceError && error.status === 401) {
          reply.header('WWW-Authenticate', unauthorizedChallenge(authorization !== undefined, metadata));
        }
        throw error;
      });
      await limitRate(rateLimiter, caller, reply);
      request.caller = caller;
      if (request.session) sessions.refuseForgery(request, request.session);
      if (scope === 'session') return;
      if (!includesScope(caller.scopes, scope))
        reply.header('WWW-Authenticate', insufficientScopeChallenge(scopeNames[scope], metadata));
      requireScope(caller, scope);
    };
}

async function limitRate(rateLimiter: RateLimiter, caller: Caller, reply: FastifyReply): Promise<void> {
  const decision = await rateLimiter.consume(caller.tenant);
  reply.header('RateLimit-Limit', decision.limit);
  reply.header('RateLimit-Remaining', decision.remaining);
  reply.header('RateLimit-Reset', decision.resetSeconds);
  if (decision.allowed) return;
  reply.header('Retry-After', decision.retryAfterSeconds);
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `The rate limit of the tenant is used up; try again in ${decision.retryAfterSeconds} s`,
    {
      details: { retryAfterSeconds: decision.retryAfterSeconds },
    },
  );
}
