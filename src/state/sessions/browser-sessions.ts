// The sessions of people in browsers. State holds digests of their tokens, so nobody who reads it can use a session.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { isUuid } from '../../uuid.ts';
import { recordAudit } from '../audit.ts';
import type { Role } from './roles.ts';

/** Why a session has ended. `idle`: it was not used for too long. */
export type SessionEnd = 'signedOut' | 'revoked' | 'replaced' | 'expired' | 'idle';

/** A person who may sign in, as a link or a provider named them. */
export interface Person {
  readonly tenant: string;
  /** `link#NAME` or `ISSUER#SUBJECT`: opaque and stable. */
  readonly principal: string;
  /** Name of the person, to show. */
  readonly name: string;
  readonly role: Role;
  /** Of the person for certain, in lower case; undefined: not known. Reviews ask people by their address. */
  readonly email?: string | undefined;
  /** The only application instances that the person may see; undefined: all of the tenant. */
  readonly applicationInstanceIds: readonly string[] | undefined;
}

export interface BrowserSession {
  readonly session_id: string;
  readonly tenant: string;
  readonly principal: string;
  readonly name: string;
  readonly role: Role;
  readonly email: string | null;
  readonly application_instance_ids: readonly string[] | null;
  /** From which address the person signed in. */
  readonly address: string;
  readonly created_at: Date;
  /** When it was used last, to the minute. */
  readonly used_at: Date;
  /** When it ends unless it is used before. */
  readonly idle_until: Date;
  /** When it ends in any case. */
  readonly expires_at: Date;
  /** Null while it can be used. */
  readonly end: SessionEnd | null;
}

/** How long a session lasts, in milliseconds. */
export interface SessionTimes {
  /** After this long without use, the session ends. */
  readonly idleMs: number;
  /** After this long it ends in any case. */
  readonly lifetimeMs: number;
}

export interface NewSession {
  readonly person: Person;
  readonly tokenDigest: Buffer;
  /** Digest of what the person signed in with; it begins one session at most. */
  readonly originDigest: Buffer;
  readonly method: 'link' | 'openid';
  readonly address: string;
  /** Digest of the token of the browser's former session, which ends. */
  readonly replaces: Buffer | undefined;
  readonly times: SessionTimes;
}

const endOf = `coalesce(end_reason, case when expires_at <= now() then 'expired' when idle_until <= now() then 'idle' end)`;
const columns = `session_id, tenant, principal, name, role, email, application_instance_ids, address, created_at, used_at,
  idle_until, expires_at, ${endOf} as "end"`;

/**
 * Begin a session and record it in the audit log. Pass a transaction.
 * @returns undefined when the origin has begun a session before
 */
export async function beginSession(transaction: Database, wanted: NewSession): Promise<BrowserSession | undefined> {
  const { person, times } = wanted;
  if (wanted.replaces) await endSession(transaction, wanted.replaces, 'replaced');
  const [session] = await transaction.query<BrowserSession>(
    `insert into browser_sessions (session_id, token_digest, origin_digest, tenant, principal, name, role,
       application_instance_ids, address, idle_until, expires_at, email)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + $10 * interval '1 millisecond', now() + $11 * interval '1 millisecond', $12)
     on conflict (origin_digest) do nothing returning ${columns}`,
    [
      randomUUID(),
      wanted.tokenDigest,
      wanted.originDigest,
      person.tenant,
      person.principal,
      person.name,
      person.role,
      person.applicationInstanceIds ?? null,
      wanted.address,
      times.idleMs,
      times.lifetimeMs,
      person.email ?? null,
    ],
  );
  if (!session) return undefined;
  await recordAudit(transaction, {
    tenant: person.tenant,
    principal: person.principal,
    action: 'session.signIn',
    target: session.session_id,
    outcome: 'done',
    details: {
      ...{ name: person.name, role: person.role, method: wanted.method, address: wanted.address },
      applicationInstanceIds: person.applicationInstanceIds ?? null,
    },
  });
  return session;
}

/** The session of a token, also one that has ended; undefined when there is none, or it was removed after its end. */
export async function findSession(database: Database, tokenDigest: Buffer): Promise<BrowserSession | undefined> {
  const [session] = await database.query<BrowserSession>(
    `select ${columns} from browser_sessions where token_digest = $1`,
    [tokenDigest],
  );
  return session;
}

/** Record that a session was used, which moves the end of its idle time. @returns its new idle time; undefined when it has ended */
export async function noteSessionUse(database: Database, sessionId: string, idleMs: number): Promise<Date | undefined> {
  const [used] = await database.query<{ idle_until: Date }>(
    `update browser_sessions set used_at = now(), idle_until = now() + $2 * interval '1 millisecond'
     where session_id = $1 and ${endOf} is null returning idle_until`,
    [sessionId, idleMs],
  );
  return used?.idle_until;
}

/** End the session of a token. @returns false when it has ended before */
export async function endSession(
  database: Database,
  tokenDigest: Buffer,
  reason: 'signedOut' | 'replaced',
): Promise<boolean> {
  return database.transaction(async transaction => {
    const [ended] = await transaction.query<EndedSession>(
      `update browser_sessions set ended_at = now(), end_reason = $2
       where token_digest = $1 and ${endOf} is null returning session_id, tenant, principal, name`,
      [tokenDigest, reason],
    );
    if (ended) await recordEnd(transaction, ended, { action: 'session.signOut', by: ended.principal });
    return ended !== undefined;
  });
}

/**
 * Revoke one session, of any tenant or of one, or all of a tenant. They cannot be used any more from now on.
 * @returns how many were revoked
 */
export async function revokeSessions(
  database: Database,
  chosen: { readonly sessionId: string; readonly tenant?: string } | { readonly tenant: string },
  revokedBy: string,
): Promise<number> {
  const { sessionId, tenant } = { sessionId: undefined, tenant: undefined, ...chosen };
  if (sessionId !== undefined && !isUuid(sessionId)) return 0;
  return database.transaction(async transaction => {
    const revoked = await transaction.query<EndedSession>(
      `update browser_sessions set ended_at = now(), end_reason = 'revoked'
       where ($1::text is null or tenant = $1) and ($2::uuid is null or session_id = $2) and ${endOf} is null
       returning session_id, tenant, principal, name`,
      [tenant, sessionId],
    );
    for (const ended of revoked) await recordEnd(transaction, ended, { action: 'session.revoke', by: revokedBy });
    return revoked.length;
  });
}

type EndedSession = Pick<BrowserSession, 'session_id' | 'tenant' | 'principal' | 'name'>;

async function recordEnd(
  transaction: Database,
  { session_id, tenant, principal, name }: EndedSession,
  { action, by }: { action: string; by: string },
): Promise<void> {
  await recordAudit(transaction, {
    ...{ tenant, principal: by, action, target: session_id, outcome: 'done' },
    details: { name, ...(by !== principal && { principal }) },
  });
}

/** The sessions of a tenant that can be used, the newest first. */
export async function listSessions(database: Database, tenant: string): Promise<BrowserSession[]> {
  return database.query(
    `select ${columns} from browser_sessions where tenant = $1 and ${endOf} is null order by created_at desc, session_id`,
    [tenant],
  );
}

/** Remove sessions that ended more than a day ago, and links that have expired. Until then, a browser is told why its session ended. */
export async function forgetSessions(database: Database, tenant: string): Promise<void> {
  await database.transaction(async transaction => {
    await transaction.query(
      `delete from browser_sessions
       where tenant = $1 and least(ended_at, idle_until, expires_at) < now() - interval '1 day'`,
      [tenant],
    );
    await transaction.query('delete from sign_in_links where tenant = $1 and expires_at < now()', [tenant]);
  });
}
