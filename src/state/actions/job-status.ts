// What follows for an action job from the results of its records. No other code decides a status at the end of a job.
import type { z } from 'zod';
import type { ActionJobStatus } from '../../resources/types/enumerations.ts';

export type ActionStatus = z.output<typeof ActionJobStatus>;

/** How many records have each result. The others have not ended. */
export interface RecordCounts {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
}

export interface ActionOutcome {
  /** `Running` while a record has not ended. */
  readonly status: Extract<ActionStatus, 'Running' | 'Completed' | 'PartiallyCompleted' | 'Failed' | 'Cancelled'>;
  /**
   * For the job that a revert job reverts: its new status; `asBefore` when nothing was undone. Unless it is `Reverted`, it may be
   * reverted again, for what is left.
   * Undefined while the revert job runs.
   */
  readonly reverted: 'Reverted' | 'PartiallyReverted' | 'asBefore' | undefined;
}

/** @param isStopped the service ended the job early: what it changed stands, and can be reverted */
export function outcomeOf({ total, succeeded, failed, cancelled }: RecordCounts, isStopped = false): ActionOutcome {
  if (succeeded + failed + cancelled < total) return { status: 'Running', reverted: undefined };
  const reverted = succeeded === total ? 'Reverted' : succeeded > 0 ? 'PartiallyReverted' : 'asBefore';
  if (cancelled > 0 && !isStopped) return { status: 'Cancelled', reverted };
  if (succeeded === total) return { status: 'Completed', reverted };
  return { status: succeeded === 0 ? 'Failed' : 'PartiallyCompleted', reverted };
}
