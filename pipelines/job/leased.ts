// Work under a lease. The lease is renewed while the work runs and released when it fails or the process stops. When the lease
// is lost, the work stops.
import type { Again } from '../../src/jobs/queue.ts';
import { type Lease, type Leased, LeaseLost, releaseLease, renewLease } from '../../src/state/leases.ts';
import type { PipelineContext } from './context.ts';
import { isOutage } from './outage.ts';

/** How often a lease is renewed while it is valid: it survives two failed renewals. A waiting process requests it as often. */
const renewalsOfLease = 3;

/** Failed attempts in a row after which the work fails: a crashed machine or a transient fault would not explain so many. */
export const mostFailures = 5;

/** A leased record while it is worked on. */
export interface Held<Item> {
  readonly record: Item;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

/**
 * Work on a record if its lease was granted.
 * @returns when to try again: because another process holds the lease, or because `work` says so
 */
export async function whenLeased<Item>(
  context: Pick<PipelineContext, 'database' | 'log' | 'leaseLost' | 'leaseMs'>,
  leased: Leased<Item>,
  stop: AbortSignal,
  work: (held: Held<Item>) => Promise<Again | undefined>,
): Promise<Again | undefined> {
  if (leased === 'over') return undefined;
  if (leased === 'later') return { againInMs: Math.round(context.leaseMs / renewalsOfLease) };
  const { lease, record } = leased;
  let again: Again | undefined;
  await whileLeased(context, lease, stop, async signal => {
    again = await work({ record, lease, signal });
  });
  return again;
}

/**
 * @param stop aborts when the process shuts down
 * @param work its signal aborts when the process shuts down or the lease is lost; what it writes under a lost lease is refused
 */
async function whileLeased(
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
    // While the database does not answer, no other process can take over the lease either.
    const held = await renewLease(database, lease).catch(() => true);
    renewing = false;
    if (!held) lost.abort(new LeaseLost(lease));
  }, lease.ms / renewalsOfLease);
  try {
    await work(signal);
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted) {
      leaseLost(lease.kind);
      log.warn('lease lost; another process continues the work');
      return;
    }
    // An error that neither a shutdown nor an outage explains would occur again, so it counts as a failure.
    const failed = !stop.aborted && !isOutage(error);
    // When the database is unavailable, the lease expires by itself.
    await releaseLease(database, lease, { failed }).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}
