// What a read could not see: a limited number of gaps for the ledger, and the status that follows from them.
import type { Gap } from '../../src/connector/contract.ts';
import type { ReadStatus } from '../../src/state/reads.ts';

/** Gaps that are kept for each value of `missing`. There is a limit because a source can refuse every single object. */
const mostGaps = 1_000;

export interface Gaps {
  /** Count the gaps of a page. @returns those to keep in the ledger */
  add(gaps: readonly Gap[]): Gap[];
  /** Whether objects other than those of rejected records may be missing. */
  readonly objectsMissing: boolean;
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
  /** Why objects are missing. */
  const reasons = new Set<Gap['reason']>();
  const note = ({ missing, reason }: Gap) => {
    kept[missing] += 1;
    if (missing === 'objects') reasons.add(reason);
  };
  for (const gap of former) note(gap);
  return {
    add(gaps) {
      return gaps.filter(gap => {
        if (kept[gap.missing] >= mostGaps) return false;
        note(gap);
        return true;
      });
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
