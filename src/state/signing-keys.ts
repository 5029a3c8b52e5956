// The keys that sign access tokens and security event tokens. Private keys are stored in the state database unencrypted. The state database has to be
// protected anyway, because write access to it is enough to create a client; and a key to encrypt the keys would lie next to it.
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../database/database.ts';
import { recordAudit } from './audit.ts';

/** Fixed by the service, never taken from a token. Small tokens, fast to sign (RFC 7518 section 3.4). */
export const signingAlgorithm = 'ES256';

/** Of security event tokens: the CAEP Interoperability Profile 1.0 (section 2.6) demands it, with at least 2048 bits. */
export const eventAlgorithm = 'RS256';

type SigningAlgorithm = typeof signingAlgorithm | typeof eventAlgorithm;

/** How long a token lives. */
export const tokenLifetimeSeconds = 3600;

/** How long a new key is published before it signs; the JWKS may be cached for this long. */
export const publishSeconds = 300;

/** How long a key is kept after its last token expired, for clocks that differ. */
const graceSeconds = 300;

export interface SigningKey {
  readonly kid: string;
  readonly private_jwk: JWK;
  readonly created_at: Date;
  /** It signs from this moment on, until a later key does. */
  readonly activates_at: Date;
  /** From this moment on tokens of this key are refused; null: not decided. */
  readonly retires_at: Date | null;
}

const lockId = 7_265_109;

/** Keys whose tokens are valid at `now` or will be, oldest first. A key is created when none signs. */
export async function ensureSigningKeys(
  database: Database,
  now = new Date(),
  algorithm: SigningAlgorithm = signingAlgorithm,
): Promise<SigningKey[]> {
  const keys = await selectKeys(database, now, algorithm);
  if (keyThatSigns(keys, now)) return keys;
  const privateKey = await makeKey(algorithm);
  return database.transaction(async transaction => {
    await lock(transaction);
    // Another process may have created it while this one waited.
    const present = await selectKeys(transaction, now, algorithm);
    if (!keyThatSigns(present, now))
      await insertKey(transaction, { algorithm, jwk: privateKey, createdAt: now, activatesAt: now, by: 'service' });
    return selectKeys(transaction, now, algorithm);
  });
}

/** The key that signs at `now`: the one that became active last. @param keys in the order of {@link ensureSigningKeys} */
export function keyThatSigns(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.findLast(key => key.activates_at <= now && (key.retires_at === null || key.retires_at > now));
}

/**
 * Create a new key for access tokens. A key for security event tokens retires with those before it, and is replaced when it is needed. The
 * new key is published at once and signs after `publishSeconds`. Older keys stay published until every token that
 * they may have signed has expired; then they are deleted.
 */
export async function rotateSigningKey(
  database: Database,
  options: { by: string; now?: Date; publishSeconds?: number },
): Promise<SigningKey> {
  const now = options.now ?? new Date();
  const activatesAt = addSeconds(now, options.publishSeconds ?? publishSeconds);
  const retiresAt = retirementBefore(activatesAt);
  const privateKey = await makeKey(signingAlgorithm);
  return database.transaction(async transaction => {
    await lock(transaction);
    // A key that would have become active only after this one never signed anything; it must not take over later.
    await transaction.query('DELETE FROM signing_keys WHERE retires_at <= $1 OR activates_at > $2', [now, activatesAt]);
    await transaction.query('UPDATE signing_keys SET retires_at = $1 WHERE retires_at IS NULL', [retiresAt]);
    const algorithm = signingAlgorithm;
    return insertKey(transaction, { algorithm, jwk: privateKey, createdAt: now, activatesAt, by: options.by });
  });
}

/** Until when tokens of former keys are accepted, given when a new key begins to sign. */
export function retirementBefore(activatesAt: Date): Date {
  return addSeconds(activatesAt, tokenLifetimeSeconds + graceSeconds);
}

/** The public half of a key, as the JWKS shows it (RFC 7517). */
export function publicJwk(key: SigningKey): JWK {
  const { kty, crv, x, y, n, e } = key.private_jwk;
  const isOfEvents = kty === 'RSA';
  const alg = isOfEvents ? eventAlgorithm : signingAlgorithm;
  return { kty, ...(isOfEvents ? { n, e } : { crv, x, y }), kid: key.kid, alg, use: 'sig' } as JWK;
}

async function makeKey(algorithm: SigningAlgorithm): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return exportJWK(privateKey);
}

async function lock(transaction: Database): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1::int8)', [lockId]);
}

const columns = 'kid, private_jwk, created_at, activates_at, retires_at';

async function selectKeys(database: Database, now: Date, algorithm: SigningAlgorithm): Promise<SigningKey[]> {
  return database.query(
    `SELECT ${columns} FROM signing_keys
     WHERE alg = $1 AND (retires_at IS NULL OR retires_at > $2) ORDER BY activates_at, created_at, kid`,
    [algorithm, now],
  );
}

interface NewKey {
  readonly algorithm: SigningAlgorithm;
  readonly jwk: JWK;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly by: string;
}

async function insertKey(
  transaction: Database,
  { algorithm, jwk, createdAt, activatesAt, by }: NewKey,
): Promise<SigningKey> {
  const kid = crypto.randomUUID();
  const [key] = await transaction.query<SigningKey>(
    `INSERT INTO signing_keys (kid, alg, private_jwk, created_at, activates_at) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${columns}`,
    [kid, algorithm, jwk, createdAt, activatesAt],
  );
  await recordAudit(transaction, {
    tenant: null,
    principal: by,
    action: 'signing-key.rotate',
    target: kid,
    outcome: 'done',
    details: { activatesAt: activatesAt.toISOString() },
  });
  return key!;
}

function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
