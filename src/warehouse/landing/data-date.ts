// The data date: the date (UTC) up to which ages are counted. It is the date of the newest read that saw the object, changed or not.
import type { LandedChain, LandedRun } from '../../state/landed-chains.ts';

type Runs<Run extends LandedRun> = { readonly runs: readonly Run[] };

/**
 * The newest run whose read saw the objects of a type, except those that it lists as unconfirmed; undefined: no read did. A read that broke
 * saw only some objects, and so did a targeted one, and one that brought changes and could not see all of them.
 */
export function confirmingRun<Run extends LandedRun>({ runs }: Runs<Run>): Run | undefined {
  return runs.findLast(({ targeted, read }) => !targeted && isConfirming(read));
}

function isConfirming({ status, changes_only }: Pick<LandedRun['read'], 'status' | 'changes_only'>): boolean {
  return status === 'Complete' || (status === 'Partial' && !changes_only);
}

/** The data date of a type of a source, as `2026-11-26`; undefined: no read saw its objects. */
export function dataDateOf(chain: Pick<LandedChain, 'runs'>): string | undefined {
  return confirmingRun(chain)?.endedAt.toISOString().slice(0, 10);
}
