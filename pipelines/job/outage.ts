// Faults of what the service stands on, not of a source and not of its data.

import { isUnavailable, StatementError } from '../../src/database/statement-error.ts';
import { Overloaded } from '../../src/sandbox/waiting-line.ts';
import { StorageFault } from '../../src/storage/storage.ts';
import { isDiskFull } from '../../src/warehouse/disk-full.ts';

/** Whether a fault passes by itself: of the state database, of the storage, or that an export has no process left. */
export function isOutage(error: unknown): boolean {
  return isUnavailable(error) || error instanceof Overloaded || (error instanceof StorageFault && error.passing);
}

/**
 * Whether the work is to be done again as it was: after an outage, or after state refused a statement (a deadlock, a limit), whose
 * text is for the log and not for whoever asks how the work ended. A full disk is for them.
 */
export function isOwnFault(error: unknown): boolean {
  return isOutage(error) || (error instanceof StatementError && !isDiskFull(error));
}
