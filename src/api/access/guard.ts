// Checks every request that needs a token: authentication, then the tenant's rate limit, then the scope.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Scope } from '../../state/clients/clients.ts';
import { type AddressSettings, resolveAddresses } from './addresses.ts';
import type { Authenticate } from './authenticate.ts';
import { type Caller, requireScope } from './caller.ts';
import { insufficientScopeChallenge, invalidTokenChallenge, tokenMissingChallenge } from './challenges.ts';
import type { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a {@link Guard} after authentication; null on routes without a guard. The app declares this property on requests. */
    caller: Caller | null;
  }
}

export interface GuardSettings extends AddressSettings {
  readonly authenticate: Authenticate;
  readonly rateLimiter: RateLimiter;
}

/** An `onRequest` hook that lets a request pass only with a token that has the scope. */
export type Guard = (scope: Scope) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Guards set `request.caller` and the RateLimit headers. A refusal is a ServiceError and sets the headers that belong to it. */
export function createGuard(settings: GuardSettings): Guard {
  const { authenticate, rateLimiter } = settings;
  const { scopeNames } = resolveAddresses(settings);

  return scope => async (request, reply) => {
    const { authorization } = request.headers;
    const caller = await authenticate(authorization).catch(error => {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') {
        reply.header('WWW-Authenticate', authorization === undefined ? tokenMissingChallenge : invalidTokenChallenge);
      }
      throw error;
    });
    await limitRate(rateLimiter, caller, reply);
    request.caller = caller;
    if (!caller.scopes.has(scope)) reply.header('WWW-Authenticate', insufficientScopeChallenge(scopeNames[scope]));
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
