// What follows for an action job from the results of its records, as a table.
import { expect, it } from 'vitest';
import { outcomeOf } from '../../../src/state/actions/job-status.ts';

it.each([
  // total, succeeded, failed, cancelled → status of the job, and of the job that it reverts
  [0, 0, 0, 0, 'Completed', 'Reverted'],
  [3, 0, 0, 0, 'Running', undefined],
  [3, 2, 0, 0, 'Running', undefined],
  [3, 1, 1, 0, 'Running', undefined],
  [3, 1, 0, 1, 'Running', undefined],
  [3, 3, 0, 0, 'Completed', 'Reverted'],
  [3, 0, 3, 0, 'Failed', 'asBefore'],
  [3, 1, 2, 0, 'PartiallyCompleted', 'PartiallyReverted'],
  [3, 2, 1, 0, 'PartiallyCompleted', 'PartiallyReverted'],
  [3, 0, 0, 3, 'Cancelled', 'asBefore'],
  [3, 1, 0, 2, 'Cancelled', 'PartiallyReverted'],
  [3, 0, 1, 2, 'Cancelled', 'asBefore'],
  [3, 1, 1, 1, 'Cancelled', 'PartiallyReverted'],
])('%i records, %i succeeded, %i failed, %i cancelled: %s', (total, succeeded, failed, cancelled, status, reverted) => {
  expect(outcomeOf({ total, succeeded, failed, cancelled })).toEqual({ status, reverted });
});
