// Work that a lease is held for: renewed while the work goes on, given back when the process stops, given up when it was lost.
import { type Lease, LeaseLost, leaseSeconds, releaseLease, renewLease } from '../../src/state/leases.ts';
import type { PipelineContext } from './context.ts';
import { isOutage } from './outage.ts';

const renewEveryMs = (leaseSeconds * 1000) / 3;

/** When to ask for a lease again that somebody else holds. */
export const askAgainMs = 5_000;

/** After so many attempts in a row that broke off it is neither machines that die nor a passing fault. */
export const mostFailures = 5;

/**
 * @param stop says that the process is about to end
 * @param work is told by its signal that the process ends or that the lease was lost; what it then still writes for the lease
 *   is refused
 */
export async function whileLeased(
  { database, log, leaseLost }: Pick<PipelineContext, 'database' | 'log' | 'leaseLost'>,
  lease: Lease,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  log.setBindings({ attempt: lease.attempt });
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  let renewing = false;
  const timer = setInterval(async () => {
    if (renewing) return;
    renewing = true;
    // A database that does not answer takes no lease away: whoever wants the lease needs it too.
    const held = await renewLease(database, lease).catch(() => true);
    renewing = false;
    if (!held) lost.abort(new LeaseLost(lease));
  }, renewEveryMs);
  try {
    await work(signal);
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted) {
      leaseLost(lease.kind);
      log.warn('lease lost; another process goes on');
      return;
    }
    // What neither the process' end nor an outage broke off breaks off again.
    const failed = !stop.aborted && !isOutage(error);
    // Without the database the lease runs out by itself.
    await releaseLease(database, lease, { failed }).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}
