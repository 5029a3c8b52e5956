// Finds the caller of a request that has a session cookie. The session is looked up for each request, so one that was revoked or
// signed out ends at once. While the state does not answer, the last answer counts for as long as `fresh-lookup.ts` allows.
//
// A session begins under /sign-in (../sign-in): with a link that the operator made, or through an OpenID provider. The guard takes the
// cookie where a request has no token; the role of the session gives the scopes. While a sign-in at the provider is in progress, its data
// are in an encrypted cookie, so state is written only after the person is known.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { isBusy, isUnavailable } from '../../database/statement-error.ts';
import { ServiceError } from '../../errors.ts';
import { freshLookup } from '../../issuers/fresh-lookup.ts';
import {
  type BrowserSession,
  beginSession,
  endSession,
  findSession,
  noteSessionUse,
  type Person,
  type SessionEnd,
  type SessionTimes,
} from '../../state/sessions/browser-sessions.ts';
import { roleScopes } from '../../state/sessions/roles.ts';
import { digestOfToken } from '../../state/sessions/sign-in-links.ts';
import { type AddressSettings, resolveAddresses } from '../access/addresses.ts';
import type { Caller } from '../access/caller.ts';
import type { SessionChecks } from '../access/guard.ts';
import { ownOrigins } from '../access/own-origins.ts';
import { createCookie } from './cookies.ts';
import { comesFromOwnPage, isLoadedByOtherPage, isSafe } from './request-origin.ts';
import { createSessionTokens, isSameText } from './session-token.ts';

export interface BrowserSessionSettings extends AddressSettings {
  readonly database: Database;
  /** Authenticates the tokens. */
  readonly key: Buffer;
  readonly times: SessionTimes;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** What a person signed in with. */
export interface SignedIn {
  readonly person: Person;
  readonly originDigest: Buffer;
  readonly method: 'link' | 'openid';
}

export interface BrowserSessions extends SessionChecks {
  /**
   * Begin a session with a new token. The former session of the browser ends.
   * @param signIn finds out who signs in, in the transaction that begins the session; undefined: nobody
   * @returns undefined when nobody signs in, or the origin has begun a session before
   */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: (transaction: Database) => Promise<SignedIn | undefined>,
  ): Promise<BrowserSession | undefined>;
  /** Sign out: end the session of the request and remove the cookie. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** @throws ServiceError FORBIDDEN unless a page of this service sends the request */
  requireOwnPage(request: FastifyRequest): void;
}

const sessionsAtMost = 10_000;
/** How long to wait for state before the last known answer counts. */
const patienceMs = 5000;
/** The use of a session is recorded once in this time, or in a tenth of its idle time when that is shorter. */
const useRecordedMs = 60_000;

export function createBrowserSessions(settings: BrowserSessionSettings): BrowserSessions {
  const { database, key, times, now = Date.now } = settings;
  const addresses = resolveAddresses(settings);
  const { baseUrl } = addresses;
  const tokens = createSessionTokens(key);
  const cookie = createCookie('session', { baseUrl, sameSite: 'strict' });
  const origins = ownOrigins(addresses);
  const lookup = freshLookup(digest => findSession(database, Buffer.from(digest, 'base64url')), {
    // Every request reads the session again, so that a revoked one ends at once.
    freshMs: 0,
    patienceMs,
    atMost: sessionsAtMost,
    now,
    isOutage: isUnavailable,
  });

  async function find(token: string): Promise<BrowserSession> {
    const found = tokens.isOwn(token) ? await lookup.get(digestOfToken(token).toString('base64url')) : undefined;
    if (!found || found.end !== null) throw sessionEnded(found?.end ?? 'unknown');
    return found;
  }

  /** Move the end of the idle time. When state cannot do it now, the request is answered all the same. */
  async function noteUse(session: BrowserSession): Promise<BrowserSession> {
    if (now() - session.used_at.getTime() < Math.min(useRecordedMs, times.idleMs / 10)) return session;
    try {
      const idleUntil = await noteSessionUse(database, session.session_id, times.idleMs);
      return { ...session, idle_until: idleUntil ?? session.idle_until };
    } catch (error) {
      if (isUnavailable(error) || isBusy(error)) return session;
      throw error;
    }
  }

  function requireOwnPage(request: FastifyRequest): void {
    if (comesFromOwnPage(request, baseUrl, origins)) return;
    throw forged('origin', 'the request does not come from a page of this service: Sec-Fetch-Site or Origin says so');
  }

  return {
    hasCookie: request => cookie.read(request) !== undefined,
    async authenticate(request) {
      const token = cookie.read(request);
      if (token === undefined) throw new ServiceError('UNAUTHORIZED', 'There is no session; sign in at /sign-in');
      const session = await noteUse(await find(token));
      return { caller: callerOf(session), session: { ...session, csrfToken: tokens.csrfTokenOf(token) } };
    },
    refuseForgery(request, { csrfToken }) {
      if (isSafe(request)) {
        if (!isLoadedByOtherPage(request)) return;
        throw forged('origin', 'a page of another origin sends the request: Sec-Fetch-Site says so');
      }
      requireOwnPage(request);
      const sent = request.headers['x-csrf-token'];
      if (typeof sent === 'string' && isSameText(sent, csrfToken)) return;
      const problem = sent === undefined ? 'is missing' : 'is not that of the session';
      throw forged('token', `the header x-csrf-token ${problem}; send csrfToken of GET /v1/session`);
    },
    async begin(request, reply, signIn) {
      const token = tokens.make();
      const former = cookie.read(request);
      const session = await database.transaction(async transaction => {
        const signedIn = await signIn(transaction);
        return (
          signedIn &&
          beginSession(transaction, {
            ...signedIn,
            tokenDigest: digestOfToken(token),
            address: request.ip,
            replaces: former !== undefined && tokens.isOwn(former) ? digestOfToken(former) : undefined,
            times,
          })
        );
      });
      if (session) cookie.set(request, reply, token);
      return session;
    },
    async end(request, reply) {
      const token = cookie.read(request);
      if (token !== undefined) await endSession(database, digestOfToken(token), 'signedOut');
      cookie.clear(request, reply);
    },
    requireOwnPage,
  };
}

/** A person acts through this service, so the limits for one client count for each person. */
function callerOf({ tenant, principal, role, application_instance_ids: instances }: BrowserSession): Caller {
  return {
    tenant,
    clientId: principal,
    principal: { type: 'user', id: principal },
    scopes: new Set(roleScopes[role]),
    visible: instances ? { tenant, instances: new Set(instances), personData: false } : undefined,
  };
}

const endings: Readonly<Record<SessionEnd | 'unknown', string>> = {
  signedOut: 'You signed out in this browser',
  revoked: 'An operator revoked the session',
  replaced: 'This browser signed in again',
  expired: 'The session has reached its longest time',
  idle: 'The session was not used for too long',
  unknown: 'The session is not known',
};

function sessionEnded(reason: SessionEnd | 'unknown'): ServiceError {
  return new ServiceError('SESSION_ENDED', `${endings[reason]}; sign in again at /sign-in`, { details: { reason } });
}

function forged(check: 'origin' | 'token', message: string): ServiceError {
  return new ServiceError('FORBIDDEN', message, { details: { csrf: check } });
}
