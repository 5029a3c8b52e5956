// Links that sign one person in once. The operator makes them; they are valid for some minutes.
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { recordAudit } from '../audit.ts';
import type { Person } from './browser-sessions.ts';
import { type Role, roles } from './roles.ts';

/** How long a link is valid. */
export const linkMinutes = 15;

export interface NewLink {
  readonly tenant: string;
  /** The name of the person whom the link signs in. */
  readonly name: string;
  readonly role: Role;
  /** Address of the person, by which reviews ask; undefined: none. */
  readonly email?: string | undefined;
  readonly applicationInstanceIds: readonly string[] | undefined;
}

/**
 * Make a link. Its token is returned once; only the digest is stored.
 * @throws OperatorError when the name or the role is invalid
 */
export async function addSignInLink(
  database: Database,
  { tenant, name, role, email, applicationInstanceIds }: NewLink,
): Promise<{ token: string; expiresAt: Date }> {
  if (!/^[^\p{Cc}]{1,200}$/u.test(name)) {
    throw new OperatorError('name: must have 1 to 200 characters, without control characters');
  }
  if (!roles.includes(role)) throw new OperatorError(`there is no role ${role}; ${nearestHint(role, roles)}`);
  if (email !== undefined && !z.email().safeParse(email).success)
    throw new OperatorError(`email: ${email} is no e-mail address`);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = await database.transaction(async transaction => {
    const [link] = await transaction.query<{ expires_at: Date }>(
      `insert into sign_in_links (token_digest, tenant, name, role, application_instance_ids, expires_at, email)
       values ($1, $2, $3, $4, $5, now() + $6 * interval '1 minute', $7) returning expires_at`,
      [
        ...[digestOfToken(token), tenant, name, role, applicationInstanceIds ?? null, linkMinutes],
        email?.toLowerCase() ?? null,
      ],
    );
    await recordAudit(transaction, {
      ...{ tenant, principal: 'operator', action: 'signInLink.add', outcome: 'done' },
      details: {
        name,
        role,
        ...(email !== undefined && { email }),
        applicationInstanceIds: applicationInstanceIds ?? null,
      },
    });
    return link!.expires_at;
  });
  return { token, expiresAt };
}

/** Use up a link. Of several simultaneous uses, one gets the person. Pass the transaction that begins the session. */
export async function takeSignInLink(transaction: Database, token: string): Promise<Person | undefined> {
  const [link] = await transaction.query<{
    tenant: string;
    name: string;
    role: Role;
    email: string | null;
    application_instance_ids: string[] | null;
  }>(
    `delete from sign_in_links where token_digest = $1 and expires_at > now()
     returning tenant, name, role, email, application_instance_ids`,
    [digestOfToken(token)],
  );
  if (!link) return undefined;
  const { tenant, name, role, email, application_instance_ids: instances } = link;
  const principal = `link#${name}`;
  return { tenant, principal, name, role, email: email ?? undefined, applicationInstanceIds: instances ?? undefined };
}

/** What state keeps of a token. Tokens are random, so a plain digest cannot be inverted. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
