// Whom to ask about accounts. Nothing is changed and nobody is written to.
import type { LookupOrigin, Lookups } from '../../lookups/lookups.ts';
import { emailPattern } from '../../resources/types/scalars.ts';
import type { ReviewReason } from '../../state/reviews/reviews.ts';

/** An account with the person to ask about it, as far as one is known. */
export interface AskedAccount {
  readonly id: string;
  /** Application instance. */
  readonly instance: string;
  readonly alias: string;
  readonly person: string | null;
  /** ISO 8601. */
  readonly lastUsed: string | null;
  readonly worstRisk: string | null;
  /** Of the holder, as the system of record has it; null: not known. */
  readonly employmentStatus: string | null;
  /** Name of the person to ask; null: not known. */
  readonly reviewer: string | null;
  /** E-mail address of that person; null: not known. */
  readonly address: string | null;
  readonly reason: Exclude<ReviewReason, 'Substitute'>;
}

interface Row {
  readonly id: string;
  readonly instance: string;
  readonly alias: string;
  readonly person: string | null;
  readonly last_used: string | null;
  readonly worst_risk: string | null;
  readonly employment_status: string | null;
  readonly reason: 'Owner' | 'Manager' | 'Steward' | null;
  readonly reviewer: string | null;
  readonly address: string | null;
}

/**
 * The accounts that are visible, by alias. Somebody with an address comes before somebody of whom only the name is known.
 * @param ids global ids
 */
export async function askedAccounts(
  lookups: Lookups,
  origin: LookupOrigin,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<AskedAccount[]> {
  const parameters = { ids: JSON.stringify(ids) };
  const rows = await lookups.rows<Row>({ ...origin, name: 'account_reviewers', parameters }, signal);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(candidates => {
    const { id, instance, alias, person, last_used: lastUsed, worst_risk: worstRisk } = candidates[0]!;
    const { employment_status: employmentStatus } = candidates[0]!;
    const chosen =
      candidates.find(({ address }) => isReachable(address)) ?? candidates.find(({ reviewer }) => reviewer !== null);
    return {
      ...{ id, instance, alias, person, lastUsed, worstRisk, employmentStatus, reviewer: chosen?.reviewer ?? null },
      address: chosen && isReachable(chosen.address) ? chosen.address : null,
      reason: chosen?.reason ?? 'Unknown',
    };
  });
}

/** Addresses that end in `.invalid` are made up by the service (RFC 2606). */
const isReachable = (address: string | null): address is string =>
  address !== null && emailPattern.test(address) && !address.endsWith('.invalid');
