// What a read could not see: a limited number of gaps for the ledger, and the status that follows from them.
import type { Gap, Within } from '../../src/connector/contract.ts';
import type { ReadStatus } from '../../src/state/reads.ts';

/** Gaps that are kept for each value of `missing`. There is a limit because a source can refuse every single object. */
const mostGaps = 1_000;

export interface Gaps {
  /** Count the gaps of a page. @returns those to keep in the ledger */
  add(gaps: readonly Gap[]): Gap[];
  /** Whether objects other than those of rejected records may be missing. */
  readonly objectsMissing: boolean;
  /** The containers whose objects may be missing; undefined: any object may. */
  readonly containers: readonly Within[] | undefined;
  /**
   * How the read ended.
   * @param rows how many records it landed
   * @param rejected how many records of the source were rejected
   */
  status(rows: number, rejected: number): Exclude<ReadStatus, 'Running'>;
}

/** @param former the gaps that the ledger has of a read that resumes */
export function createGaps(former: readonly Gap[]): Gaps {
  const kept = { objects: 0, fields: 0 };
  let containers: Within[] | undefined = [];
  /** Why objects are missing. */
  const reasons = new Set<Gap['reason']>();
  const note = ({ missing, reason, within }: Gap) => {
    kept[missing] += 1;
    if (missing === 'objects') reasons.add(reason);
    if (missing === 'objects' && !within) containers = undefined;
    else if (missing === 'objects') containers?.push(within!);
  };
  // The ledger does not hold the containers.
  for (const { within: _, ...gap } of former) note(gap);
  return {
    add(gaps) {
      return gaps.filter(gap => {
        if (kept[gap.missing] >= mostGaps) {
          if (gap.missing === 'objects') containers = undefined;
          return false;
        }
        note(gap);
        return true;
      });
    },
    get containers() {
      return containers;
    },
    get objectsMissing() {
      return reasons.size > 0;
    },
    status(rows, rejected) {
      if (reasons.size === 0) return rejected === 0 ? 'Complete' : 'Partial';
      if (rows > 0 || rejected > 0) return 'Partial';
      if (reasons.has('forbidden')) return 'Forbidden';
      return reasons.has('failed') ? 'Failed' : 'Unsupported';
    },
  };
}
