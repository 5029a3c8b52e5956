// Looks up the blast radius of an account in a version.
import type { Lookups, VersionLookup } from '../../lookups/lookups.ts';

/** What would be different for the account. */
export interface BlastRadiusChange {
  /** Global id of a group or role that the account leaves. */
  readonly without?: string;
  /** Global id of a group or role that the account joins. */
  readonly with?: string;
  /** The account becomes enabled. */
  readonly asEnabled?: boolean;
}

export interface BlastRadius {
  /** Absent when it is not known how many there are: what was found is not all, or a denial takes some of it away. */
  readonly count?: number;
  readonly counts: readonly { readonly applicationInstanceId: string; readonly type: string; readonly count: number }[];
  /** Steps from the account, without itself. */
  readonly chains: readonly (readonly ChainStep[])[];
}

export interface ChainStep {
  readonly objectId: string;
  readonly objectType: string;
  readonly objectName?: string;
  readonly applicationInstanceId?: string;
  readonly reason: string;
  readonly evidenceId?: string;
  readonly evidence?: string;
}

interface Row {
  readonly count: number | null;
  readonly counts: BlastRadius['counts'] | null;
  readonly chains: readonly (readonly Readonly<Record<string, string | null>>[])[] | null;
}

/**
 * The accounts that an account can act as, as far as the caller may see.
 * @param where the version to look in, and the caller's share of it
 * @throws ServiceError SERVICE_UNAVAILABLE when it takes too long
 */
export async function findBlastRadius(
  lookups: Lookups,
  where: Omit<VersionLookup, 'name' | 'parameters'>,
  accountId: string,
  { chains = 0, change = {} }: { readonly chains?: number; readonly change?: BlastRadiusChange },
  signal: AbortSignal,
): Promise<BlastRadius> {
  const parameters = {
    account: accountId,
    without: change.without ?? null,
    with: change.with ?? null,
    as_enabled: change.asEnabled ?? false,
    chains,
  };
  const [row] = await lookups.rows<Row>({ ...where, name: 'blast_radius', parameters }, signal);
  const { count, counts, chains: found } = row!;
  return {
    ...(count !== null && { count }),
    counts: counts ?? [],
    chains: (found ?? []).map(chain => chain.map(viewStep)),
  };
}

function viewStep(step: Readonly<Record<string, string | null>>): ChainStep {
  return {
    reason: step['reason']!,
    objectId: step['id']!,
    objectType: step['type']!,
    ...(step['name'] && { objectName: step['name'] }),
    ...(step['applicationInstanceId'] && { applicationInstanceId: step['applicationInstanceId'] }),
    ...(step['evidence'] && { evidenceId: step['evidence'] }),
    ...(step['detail'] && { evidence: step['detail'] }),
  };
}
