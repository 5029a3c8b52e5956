// The data date: the date (UTC) up to which ages are counted. It is the date of the newest read that saw the object, changed or not.
import type { LandedChain } from '../../state/landed-chains.ts';

type Runs = Pick<LandedChain, 'runs'>;

/** When the newest read that saw all objects of a type ended; undefined: none of the reads did. */
export function completeTime({ runs }: Runs): Date | undefined {
  return runs.findLast(({ read }) => read.status === 'Complete')?.endedAt;
}

/** When the newest read that saw any object of a type, or that saw that there are none, ended; undefined: none of the reads did. */
export function confirmedTime({ runs }: Runs): Date | undefined {
  return runs.findLast(({ read }) => read.status === 'Complete' || read.rows > 0)?.endedAt;
}

/** The date (UTC) of a time, as `2026-11-26`. */
export function dateOf(time: Date | undefined): string | undefined {
  return time?.toISOString().slice(0, 10);
}
