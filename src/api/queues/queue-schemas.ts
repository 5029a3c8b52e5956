// The body of the queues.
import { z } from 'zod';
import { jobNames } from '../../jobs/queue.ts';
import { count, text } from '../../resources/types/shared-types.ts';

export const queueListSchema = z.object({
  items: z
    .array(
      z.object({
        name: z.enum(jobNames).describe('What the jobs do'),
        waiting: count.describe('Jobs that a worker can take now'),
        active: count.describe('Jobs that workers run now'),
        delayed: count.describe('Waiting for their time: to be retried, or due by a schedule'),
        failed: count.describe('Failed and kept for inspection'),
        workers: count.describe('Processes that take the jobs; absent while that is not known').optional(),
      }),
    )
    .describe('One for each kind of jobs'),
  page: text
    .describe('Path of the page that shows each job; absent when the queues are in the process of the service')
    .optional(),
});
