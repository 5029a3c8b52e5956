// Faults of what the service stands on, not of a source and not of its data: the work is done again once they are over.
import { isUnavailable } from '../src/state/statement-error.ts';
import { StorageFault } from '../src/storage/storage.ts';

/** Whether a fault is of the state database or the storage and passes by itself. */
export function isOutage(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof StorageFault && error.passing);
}
