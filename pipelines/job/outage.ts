// Faults of the service's own infrastructure, as opposed to faults of a source or its data.

import { isUnavailable, StatementError } from '../../src/database/statement-error.ts';
import { Overloaded } from '../../src/sandbox/waiting-line.ts';
import { StorageFault } from '../../src/storage/storage.ts';
import { isDiskFull } from '../../src/warehouse/disk-full.ts';

/** Whether a fault is transient: the state database or the storage does not answer, or no process is free for an export. */
export function isOutage(error: unknown): boolean {
  return isUnavailable(error) || error instanceof Overloaded || (error instanceof StorageFault && error.transient);
}

/**
 * Whether to repeat the same work: after an outage, or after the state database refused a statement (a deadlock, a limit). The
 * text of such an error goes to the log and is not shown to users. A full disk is different: users see it.
 */
export function isOwnFault(error: unknown): boolean {
  return isOutage(error) || (error instanceof StatementError && !isDiskFull(error));
}
