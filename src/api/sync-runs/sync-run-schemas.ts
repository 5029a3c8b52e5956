// Bodies of sync runs and their ledger.
import { z } from 'zod';
import { count, text } from '../../resources/types/shared-types.ts';
import { utcTime } from '../contract/body-parts.ts';

const kept = count.describe(
  'Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known',
);
const unchanged = count.describe(
  'Objects that were not read again, because they had not changed since the last complete read; absent for full reads',
);

export const syncRunSchema = z.object({
  id: z.uuid().describe('Id of the run'),
  sourceId: text.describe('The source that is read'),
  applicationInstanceId: z.uuid().describe('Id of the application instance that the source is'),
  connector: text.describe('Type of the connector that reads it'),
  status: z
    .enum(['Queued', 'Running', 'Landed', 'Partial', 'HeldBack', 'Failed'])
    .describe(
      '`Landed`: what was read is kept, and the next version is made of it. `Partial`: the same, but not everything could be read; `error` says what. `HeldBack`: it looks broken, so no version is made of it; `heldBack` says why',
    ),
  cause: z
    .enum(['schedule', 'operator', 'start', 'repair', 'change', 'push', 'signal'])
    .describe(
      '`start`: the source had never been read. `repair`: a file of a former run was damaged. `change`: an action job changed something in the source. `push`: a system sent rows. `signal`: a security event said that something has changed',
    ),
  targeted: z.boolean().describe('It reads only some objects again; all others stay as they are'),
  pushId: z.uuid().describe('The push whose rows it lands').optional(),
  dueAt: utcTime.describe('The scheduled time that it was started for').optional(),
  queuedAt: utcTime.describe('When it was asked for'),
  startedAt: utcTime.describe('When it began; absent while it waits').optional(),
  endedAt: utcTime.describe('When it ended; absent until then').optional(),
  retryAt: utcTime.describe('When it is retried after a transient fault').optional(),
  error: text.describe('Why it failed, was delayed, or could not read everything').optional(),
  rows: count.describe('Records landed so far'),
  rejected: count.describe('Records rejected so far'),
  kept: kept.optional(),
  unchanged: unchanged.optional(),
  requests: z
    .object({
      sent: count.describe('Requests that the source has answered so far, retries included'),
      limit: z
        .object({
          name: text.describe('The limit, as the connector tells them apart; empty: one for all requests'),
          remaining: count.describe('Requests that the source allows until `resetAt`'),
          allowed: count.describe('Requests that it allows between two resets').optional(),
          resetAt: utcTime.describe('When the source begins to count again'),
        })
        .describe('Of the limits that the source states, the one of which the smallest share remains')
        .optional(),
    })
    .describe('The requests to a source that is asked by HTTP')
    .optional(),
  expectedEndAt: utcTime
    .describe('When a running run should end: it takes as many requests as the run of the same kind before it')
    .optional(),
  heldBack: z
    .array(text)
    .describe('Why its data are in no version: versions show the last good data of the source')
    .optional(),
});

/** What a run has read of each type. */
export const ledgerSchema = z.array(
  z.object({
    type: text.describe('Object or relationship type'),
    status: z
      .enum(['Running', 'Complete', 'Partial', 'Forbidden', 'Unsupported', 'Failed'])
      .describe('`Partial`: objects may be missing, or rows were rejected'),
    rows: count.describe('Records landed'),
    duplicates: count.describe('Records whose id another record has, too; one of them counts'),
    rejected: count.describe('Records rejected'),
    kept: kept.optional(),
    unchanged: unchanged.optional(),
    gaps: z
      .array(
        z.object({
          reason: text.describe(
            '`forbidden`: the source refused access. `failed`: the call failed. `unsupported`: the source does not offer the data',
          ),
          subject: text.describe('The failing call or file'),
          message: text.describe('What is wrong with it'),
          missing: z
            .enum(['objects', 'fields'])
            .describe(
              '`objects`: objects may be missing. `fields`: all objects were seen, but not all of their fields',
            ),
        }),
      )
      .describe('What could not be seen, with the failing call'),
    error: text.describe('Why the read failed; absent: it did not').optional(),
  }),
);

export const syncRunDetailsSchema = syncRunSchema.extend({
  reads: ledgerSchema.describe('What it has read of each type so far'),
});
