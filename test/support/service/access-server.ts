// A real server with the token endpoint and one protected route, on an ephemeral loopback port.
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { accessPlugin } from '../../../src/api/access/access-plugin.ts';
import { createAuthenticator } from '../../../src/api/access/authenticate.ts';
import { createFailureLimit, type FailureLimit } from '../../../src/api/access/failure-limit.ts';
import { createGuard } from '../../../src/api/access/guard.ts';
import { createRateLimiter } from '../../../src/api/access/rate-limit.ts';
import type { TrustedIssuer } from '../../../src/api/access/trusted-issuers.ts';
import { createBrowserSessions } from '../../../src/api/sessions/browser-sessions.ts';
import type { Database } from '../../../src/database/database.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { BucketSize } from '../../../src/redis/token-bucket.ts';

/** The address in tokens need not be the one that the test connects to. */
export const baseUrl = 'https://api.prod.example.test';
export const authUrl = 'https://auth.prod.example.test';

export interface AccessServer {
  /** Where to connect, without a trailing slash. */
  readonly url: string;
  /** Everything that the server logged, as text. */
  log(): string;
  /** Advance the clock, except for the `iat` and `exp` of issued tokens. */
  advance(seconds: number): void;
  /** POST a form to the token endpoint. */
  requestToken(form: Record<string, string> | string, headers?: Record<string, string>): Promise<Response>;
  /** GET the route that needs the read scope, or the one that needs the write scope. */
  call(token: string | undefined, scope?: 'read' | 'write'): Promise<Response>;
  close(): Promise<void>;
}

export async function startAccessServer(
  database: Database,
  options: { trustedIssuers?: readonly TrustedIssuer[]; rateLimit?: BucketSize; failures?: FailureLimit } = {},
): Promise<AccessServer> {
  let advancedMs = 0;
  const now = () => Date.now() + advancedMs;
  const monotonicNow = () => performance.now() + advancedMs;
  const lines: string[] = [];
  const addresses = {
    baseUrl: 'https://api.{environment}.example.test',
    authUrl: 'https://auth.{environment}.example.test/',
  };
  const app = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } } });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ServiceError) return reply.code(error.status).send(error.toEnvelope());
    request.log.error(error);
    return reply.code(500).send({ code: 'INTERNAL_ERROR', message: 'A fault of the service' });
  });
  const { trustedIssuers, rateLimit = { per_minute: 6000, burst: 1000 } } = options;
  const failures = options.failures ?? createFailureLimit({ now: monotonicNow });
  await app.register(accessPlugin, { database, ...addresses, now, failures });
  const guard = createGuard({
    ...addresses,
    authenticate: createAuthenticator({ database, ...addresses, trustedIssuers, now }),
    rateLimiter: createRateLimiter(() => rateLimit, monotonicNow),
    sessions: createBrowserSessions({
      ...{ database, ...addresses, now, key: randomBytes(32) },
      times: { idleMs: 3_600_000, lifetimeMs: 3_600_000 },
    }),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('session', null);
  for (const scope of ['read', 'write'] as const) {
    app.get(`/v1/${scope}`, { onRequest: guard(scope) }, async request => {
      const { scopes, visible, ...caller } = request.caller!;
      return { ...caller, scopes: [...scopes], instances: visible && [...visible.instances] };
    });
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url,
    log: () => lines.join(''),
    advance: seconds => {
      advancedMs += seconds * 1000;
    },
    requestToken: (form, headers = {}) =>
      fetch(`${url}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      }),
    call: (token, scope = 'read') =>
      fetch(`${url}/v1/${scope}`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
    close: () => app.close(),
  };
}
