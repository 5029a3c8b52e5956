// Work that a claim is held for: renewed while the work goes on, given back when the process stops, given up when it was lost.
import { type Claim, ClaimLost, leaseSeconds, releaseClaim, renewClaim } from '../../src/state/leases.ts';
import type { PipelineContext } from './context.ts';
import { isOutage } from './outage.ts';

const renewEveryMs = (leaseSeconds * 1000) / 3;

/** When to ask for a claim again that somebody else holds. */
export const askAgainMs = 5_000;

/** After so many attempts in a row that broke off it is neither machines that die nor a passing fault. */
export const mostFailures = 5;

/**
 * @param stop says that the process is about to end
 * @param work is told by its signal that the process ends or that the claim was lost; what it then still writes for the claim
 *   is refused
 */
export async function whileClaimed(
  { database, log, claimLost }: Pick<PipelineContext, 'database' | 'log' | 'claimLost'>,
  claim: Claim,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  log.setBindings({ attempt: claim.attempt });
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  let renewing = false;
  const timer = setInterval(async () => {
    if (renewing) return;
    renewing = true;
    // A database that does not answer takes no claim away: whoever wants the claim needs it too.
    const held = await renewClaim(database, claim).catch(() => true);
    renewing = false;
    if (!held) lost.abort(new ClaimLost(claim));
  }, renewEveryMs);
  try {
    await work(signal);
  } catch (error) {
    if (error instanceof ClaimLost || lost.signal.aborted) {
      claimLost(claim.kind);
      log.warn('claim lost; another process goes on');
      return;
    }
    // What neither the process' end nor an outage broke off breaks off again.
    const failed = !stop.aborted && !isOutage(error);
    // Without the database the claim runs out by itself.
    await releaseClaim(database, claim, { failed }).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}
