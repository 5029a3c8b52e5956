// The operations of sync runs and their responses. They are an extension of the interface by this service.
import { z } from 'zod';
import { applicationInstanceId, pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';

const text = z.string();
const timestamp = z.iso.datetime();
const count = z.int().nonnegative();
const kept = count.describe(
  'Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known',
);

const unchanged = count.describe(
  'Objects that were not read again, because the source told what had changed and they were not among it; absent for full reads',
);

export const syncRunSchema = z.object({
  id: z.uuid(),
  sourceId: text,
  applicationInstanceId: z.uuid(),
  connector: text,
  status: z
    .enum(['Queued', 'Running', 'Landed', 'HeldBack', 'Failed'])
    .describe(
      '`Landed`: what was read is kept, and the next version is made of it. `HeldBack`: it looks broken, so no version is made of it; `heldBack` says why',
    ),
  cause: z
    .enum(['schedule', 'operator', 'start', 'repair'])
    .describe('`start`: the source had never been read. `repair`: a file of a former run was damaged'),
  dueAt: timestamp.describe('The scheduled time that it was started for').optional(),
  queuedAt: timestamp,
  startedAt: timestamp.optional(),
  endedAt: timestamp.optional(),
  retryAt: timestamp.describe('When it is retried after a transient fault').optional(),
  error: text.describe('Why it failed, was delayed, or could not read everything').optional(),
  rows: count.describe('Records landed so far'),
  rejected: count.describe('Records rejected so far'),
  kept: kept.optional(),
  unchanged: unchanged.optional(),
  heldBack: z
    .array(text)
    .describe('Why its data are in no version: versions show the last good data of the source')
    .optional(),
});

export const syncRunDetailsSchema = syncRunSchema.extend({
  reads: z
    .array(
      z.object({
        type: text.describe('Object or relationship type'),
        status: z
          .enum(['Running', 'Complete', 'Partial', 'Forbidden', 'Unsupported', 'Failed'])
          .describe('`Partial`: objects may be missing, or rows were rejected'),
        rows: count,
        duplicates: count,
        rejected: count,
        kept: kept.optional(),
        unchanged: unchanged.optional(),
        gaps: z
          .array(z.object({ reason: text, subject: text, message: text, missing: z.enum(['objects', 'fields']) }))
          .describe('What could not be seen, with the failing call'),
        error: text.optional(),
      }),
    )
    .describe('What it has read of each type so far'),
});

export const syncRunOperations = group('Sync runs', {
  listSyncRuns: {
    implemented: true,
    method: 'GET',
    path: '/v1/sync-runs',
    summary: 'List runs that read sources, newest first',
    scope: 'read',
    parameters: [pageSize, pageToken, applicationInstanceId],
    responses: { 200: jsonResponse('SyncRunList', 'A page of runs') },
    errors: readErrors,
  },
  getSyncRun: {
    implemented: true,
    method: 'GET',
    path: '/v1/sync-runs/{id}',
    summary: 'Get one run with what it has read of each type, while it runs and afterwards',
    scope: 'read',
    parameters: [pathParameter('id', 'Id of the run')],
    responses: { 200: jsonResponse('SyncRunDetails', 'The run') },
    errors: readOneErrors,
  },
});
