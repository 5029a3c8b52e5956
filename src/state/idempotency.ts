// Idempotency keys: a request that is sent several times is carried out once, even when it reaches several processes. The key
// and the write are one transaction, so neither is ever stored without the other.

import type { Database } from '../database/database.ts';
import { ServiceError } from '../errors.ts';

/** An idempotency key with its owner and its request. */
export interface IdempotentRequest {
  readonly tenant: string;
  readonly clientId: string;
  readonly principalId: string;
  /** Chosen by the client. */
  readonly key: string;
  /** Equal for equal requests, for example method, path and a digest of the body. */
  readonly fingerprint: string;
}

export interface Write<Made> {
  /** Carry the request out, with writes in this transaction only. */
  make(transaction: Database): Promise<Made>;
  /** The id that `find` takes. */
  idOf(made: Made): string;
  /** What an earlier request with the same key made, in its current state. */
  find(database: Database, id: string): Promise<Made>;
}

export const keptHours = 24;

/**
 * Write once for a key. When two requests with the same key run at once, the second waits for the first. It then gets what the
 * first made, or writes itself when the first failed (a request that failed leaves no key).
 * @param request undefined: the client sent no key, and every request writes
 * @throws ServiceError IDEMPOTENCY_KEY_REUSED when the key was used with a different request
 */
export async function writeOnce<Made>(
  database: Database,
  request: IdempotentRequest | undefined,
  write: Write<Made>,
): Promise<Made> {
  if (!request) return write.make(database);
  return database.transaction(async transaction => {
    // While another transaction writes the same key, this statement waits until that transaction has ended.
    const leased = await transaction.query(
      `insert into idempotency_keys as former (tenant, client_id, principal_id, key, fingerprint)
       values ($1, $2, $3, $4, $5)
       on conflict (tenant, client_id, principal_id, key) do update
         set fingerprint = excluded.fingerprint, made = null, created_at = now()
         where former.created_at < now() - interval '${keptHours} hours'
       returning key`,
      [...keyOf(request), request.fingerprint],
    );
    if (leased.length === 0) return write.find(transaction, await madeBefore(transaction, request));
    const made = await write.make(transaction);
    await transaction.query(
      `update idempotency_keys set made = $5
       where tenant = $1 and client_id = $2 and principal_id = $3 and key = $4`,
      [...keyOf(request), write.idOf(made)],
    );
    return made;
  });
}

async function madeBefore(transaction: Database, request: IdempotentRequest): Promise<string> {
  const [row] = await transaction.query<{ fingerprint: string; made: string }>(
    `select fingerprint, made from idempotency_keys
     where tenant = $1 and client_id = $2 and principal_id = $3 and key = $4`,
    keyOf(request),
  );
  if (row?.fingerprint === request.fingerprint) return row.made;
  throw new ServiceError(
    'IDEMPOTENCY_KEY_REUSED',
    `Idempotency-Key: it came with another request within the last ${keptHours} hours; send this one with a new key`,
  );
}

/** Delete keys that were first used more than {@link keptHours} ago. @returns how many */
export async function expireIdempotencyKeys(database: Database): Promise<number> {
  const gone = await database.query(
    `delete from idempotency_keys where created_at < now() - interval '${keptHours} hours' returning 1`,
  );
  return gone.length;
}

function keyOf({ tenant, clientId, principalId, key }: IdempotentRequest): string[] {
  return [tenant, clientId, principalId, key];
}
