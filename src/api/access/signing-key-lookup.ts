// The keys that sign the service's own tokens, as state has them. The token endpoint and the verification share one copy.
import type { Database } from '../../database/database.ts';
import { isUnavailable } from '../../database/statement-error.ts';
import { freshLookup } from '../../issuers/fresh-lookup.ts';
import { ensureSigningKeys, type eventAlgorithm, type SigningKey } from '../../state/signing-keys.ts';

export interface SigningKeyLookup {
  get(): Promise<readonly SigningKey[]>;
  /** Like `get`, but never older than `maximumAgeMs`, even during an outage. */
  getNewer(maximumAgeMs: number): Promise<readonly SigningKey[]>;
}

/** How long it may take until a key rotation by another process is noticed. */
const freshMs = 5000;

/** @param now milliseconds since 1970 */
export function createSigningKeyLookup(
  database: Database,
  now: () => number = Date.now,
  ...algorithm: [typeof eventAlgorithm?]
): SigningKeyLookup {
  const keys = freshLookup(() => ensureSigningKeys(database, new Date(now()), ...algorithm), {
    freshMs,
    atMost: 1,
    now,
    isOutage: isUnavailable,
  });
  return { get: () => keys.get(''), getNewer: maximumAgeMs => keys.getNewer('', maximumAgeMs) };
}
