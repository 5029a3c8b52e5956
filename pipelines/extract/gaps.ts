// What a read could not see: as much of it as anybody reads, and what follows from it.
import type { Gap } from '../../src/connector/contract.ts';
import type { ReadStatus } from '../../src/state/runs.ts';

/** Of each kind of missing things; a source can refuse every single object. */
const mostGaps = 1_000;

export interface Gaps {
  /** Note gaps of a page. @returns those that are to be kept */
  add(gaps: readonly Gap[]): Gap[];
  /** Whether objects may be missing that no rejected record accounts for. */
  readonly objectsMissing: boolean;
  /**
   * How the read ended.
   * @param rows that it landed
   * @param rejected records that the source has and that were not landed
   */
  status(rows: number, rejected: number): Exclude<ReadStatus, 'Running'>;
}

/** @param former what was kept of a read that goes on */
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
