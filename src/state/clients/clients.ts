// API clients: who may ask for tokens, for which tenant, scopes and application instances.

import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import { isUuid } from '../../uuid.ts';
import { recordAudit } from '../audit.ts';
import { hashSecret, makeSecret } from './client-secret.ts';

/**
 * `annotate` is for what changes only the data of this service: saved queries, accepted risks, proposals. `write` is for changes in sources, and
 * includes `annotate`. `admin` is for managing the deployment, and includes no other scope.
 */
export const scopes = ['read', 'annotate', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Whether one of the granted scopes is the wanted one, or includes it. */
export function includesScope(granted: ReadonlySet<Scope>, wanted: Scope): boolean {
  return granted.has(wanted) || (wanted === 'annotate' && granted.has('write'));
}

export interface Client {
  /** Opaque and permanent. */
  readonly client_id: string;
  readonly tenant: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Global ids of the only application instances that the client may see; null: all of the tenant. */
  readonly application_instance_ids: readonly string[] | null;
  /**
   * Whether a client that is limited to application instances also sees persons, and what is computed from the data of all instances.
   * Means nothing for a client that sees all of the tenant.
   */
  readonly person_data: boolean;
  readonly created_at: Date;
  readonly created_by: string;
  readonly revoked_at: Date | null;
  /** When it last got a token, to the minute. */
  readonly last_used_at: Date | null;
}

export interface NewClient {
  readonly tenant: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly applicationInstanceIds?: readonly string[] | undefined;
  /** See {@link Client}. Default: false. */
  readonly personData?: boolean | undefined;
  /** The principal that creates it; `operator` for the command line. */
  readonly createdBy: string;
}

const columns =
  'client_id, tenant, name, scopes, application_instance_ids, person_data, created_at, created_by, revoked_at, last_used_at';

/** A tenant names a folder, so it may hold no characters with a meaning in paths. */
export function isTenant(value: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value);
}

/**
 * Create a client. Its secret is returned once; only its hash is stored.
 * @throws OperatorError when a field is invalid
 */
export async function addClient(
  database: Database,
  wanted: NewClient,
): Promise<{ client: Client; clientSecret: string }> {
  check(wanted);
  const clientSecret = makeSecret();
  const secretHash = hashSecret(clientSecret);
  const instances = wanted.applicationInstanceIds?.map(id => id.toLowerCase()) ?? null;
  const personData = wanted.personData ?? false;
  const client = await database.transaction(async transaction => {
    const [added] = await transaction.query<Client>(
      `INSERT INTO clients (client_id, tenant, name, secret_hash, scopes, application_instance_ids, person_data, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
      [
        randomUUID(),
        wanted.tenant,
        wanted.name,
        secretHash,
        [...new Set(wanted.scopes)],
        instances,
        personData,
        wanted.createdBy,
      ],
    );
    await recordAudit(transaction, {
      tenant: wanted.tenant,
      principal: wanted.createdBy,
      action: 'client.add',
      target: added!.client_id,
      outcome: 'done',
      details: { name: wanted.name, scopes: added!.scopes, applicationInstanceIds: instances, personData },
    });
    return added!;
  });
  return { client, clientSecret };
}

/** All clients of a tenant, or of all tenants, oldest first; revoked ones too. */
export async function listClients(database: Database, tenant?: string): Promise<Client[]> {
  return database.query(
    `SELECT ${columns} FROM clients WHERE $1::text IS NULL OR tenant = $1 ORDER BY created_at, client_id`,
    [tenant],
  );
}

/** A client, revoked or not; undefined when the id is unknown or not a UUID. */
export async function findClient(database: Database, clientId: string): Promise<Client | undefined> {
  return (await findClientWithHash(database, clientId))?.client;
}

/** A client together with the hash of its secret, for the token endpoint. */
export async function findClientWithHash(
  database: Database,
  clientId: string,
): Promise<{ client: Client; secretHash: string } | undefined> {
  // Only UUIDs are looked up, so the database never gets text that it cannot compare, such as NUL characters.
  if (!isUuid(clientId)) return undefined;
  const [row] = await database.query<Client & { secret_hash: string }>(
    `SELECT ${columns}, secret_hash FROM clients WHERE client_id = $1`,
    [clientId],
  );
  if (!row) return undefined;
  const { secret_hash: secretHash, ...client } = row;
  return { client, secretHash };
}

/**
 * Revoke a client: it gets no more tokens, and those it has stop working within seconds.
 * @returns false when there is no such client that is not revoked yet
 */
export async function revokeClient(database: Database, clientId: string, revokedBy: string): Promise<boolean> {
  if (!isUuid(clientId)) return false;
  return database.transaction(async transaction => {
    const [revoked] = await transaction.query<{ tenant: string }>(
      'UPDATE clients SET revoked_at = now() WHERE client_id = $1 AND revoked_at IS NULL RETURNING tenant',
      [clientId],
    );
    if (!revoked) return false;
    await recordAudit(transaction, {
      tenant: revoked.tenant,
      principal: revokedBy,
      action: 'client.revoke',
      target: clientId,
      outcome: 'done',
    });
    return true;
  });
}

/** Record that a client got a token; at most one write per minute and client. */
export async function noteClientUse(database: Database, clientId: string): Promise<void> {
  await database.query(
    `UPDATE clients SET last_used_at = now()
     WHERE client_id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [clientId],
  );
}

function check(wanted: NewClient): void {
  if (!isTenant(wanted.tenant)) {
    throw new OperatorError(
      `tenant: ${JSON.stringify(wanted.tenant)} must be letters, digits, dots, dashes and underscores`,
    );
  }
  if (!/^[^\p{Cc}]{1,200}$/u.test(wanted.name)) {
    throw new OperatorError('name: must have 1 to 200 characters, without control characters');
  }
  const unknown = wanted.scopes.find(scope => !scopes.includes(scope));
  if (unknown !== undefined || wanted.scopes.length === 0) {
    throw new OperatorError(`scopes: must be one or more of ${scopes.join(', ')}${unknown ? `, not ${unknown}` : ''}`);
  }
  const bad = wanted.applicationInstanceIds?.find(id => !isUuid(id.toLowerCase()));
  if (wanted.personData && !wanted.applicationInstanceIds) {
    throw new OperatorError(
      'personData: only for a client that is limited to application instances; another one sees it anyway',
    );
  }
  if (bad !== undefined) throw new OperatorError(`applicationInstanceIds: ${JSON.stringify(bad)} is not a UUID`);
}
