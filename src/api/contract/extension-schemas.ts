// Response bodies of this service's extensions of the interface: facets, sync runs and the audit log.
import { z } from 'zod';
import { jobNames } from '../../jobs/queue.ts';
import { anyValue, count, text } from '../../resources/types/shared-types.ts';

/** A time as state writes it: always UTC, never another offset. */
const utcTime = z.iso.datetime();

export const facetListSchema = z.object({
  totalCount: count.describe('Objects that the filters select'),
  facets: z.array(
    z.object({
      field: text,
      values: z
        .array(z.object({ value: z.union([text, z.number(), z.boolean()]), count }))
        .describe('The most frequent values, the most frequent first'),
      distinctCount: count.describe('How many different values there are'),
      missingCount: count.describe('Objects without the field'),
    }),
  ),
});

const kept = count.describe(
  'Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known',
);
const unchanged = count.describe(
  'Objects that were not read again, because they had not changed since the last complete read; absent for full reads',
);

export const syncRunSchema = z.object({
  id: z.uuid(),
  sourceId: text,
  applicationInstanceId: z.uuid(),
  connector: text,
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
  queuedAt: utcTime,
  startedAt: utcTime.optional(),
  endedAt: utcTime.optional(),
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
          resetAt: utcTime,
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
);

export const syncRunDetailsSchema = syncRunSchema.extend({
  reads: ledgerSchema.describe('What it has read of each type so far'),
});

export const signalSchema = z.object({
  id: z.uuid(),
  transmitter: text.describe('Name of the transmitter in the configuration'),
  jti: text.describe('Id of the token; each is stored once'),
  delivery: z.enum(['push', 'poll']),
  eventType: text.describe('URI of the type of the event'),
  event: z.record(text, anyValue).describe('What the token says of the event'),
  subject: anyValue.describe('Subject identifier (RFC 9493); absent: the event has none').optional(),
  issuedAt: utcTime,
  occurredAt: utcTime.describe('When the event happened; when the token was issued, where it does not say so'),
  receivedAt: utcTime,
  sourceId: text.describe('The source that the subjects of the transmitter belong to'),
  applicationInstanceId: z.uuid().describe('Absent: the source is no longer configured').optional(),
  status: z
    .enum(['Received', 'Ignored', 'Matched', 'Unmatched', 'Read'])
    .describe(
      '`Received`: its subject is looked for. `Ignored`: nothing follows from it. `Matched`: its accounts are to be read again. `Unmatched`: no account was found, so the source is to be read early. `Read`: they were read after it came',
    ),
  reason: text.describe('Why it was ignored, or why no account was found').optional(),
  globalAccountIds: z.array(z.uuid()).describe('The accounts that it is about'),
  runId: z.uuid().describe('The run that read them').optional(),
  version: count.describe('The first version that shows what the run read').optional(),
});

const streamFields = {
  name: text.describe('As the configuration has it'),
  delivery: z.enum(['push', 'poll']),
};

export const signalStreamsSchema = z.object({
  transmitters: z
    .array(
      z.object({
        ...streamFields,
        sourceId: text.describe('The source that the subjects of its events belong to'),
        issuer: text.describe('The `iss` of its tokens'),
        address: text
          .describe('Where it sends events: an address of this service. Absent: this service asks')
          .optional(),
        events: count.describe('Events of it that are kept'),
        lastEventAt: utcTime.describe('When the newest of them came').optional(),
        streamStatus: text.describe('Status of the stream, as the transmitter says it').optional(),
        verifiedAt: utcTime.describe('When the verification that was asked for came').optional(),
        failures: count.describe('Failed attempts to poll or to manage the stream, in a row'),
        error: text.describe('Why the last of these attempts failed').optional(),
      }),
    )
    .describe('Who sends events to this service'),
  receivers: z
    .array(
      z.object({
        ...streamFields,
        audience: text.describe('The `aud` of the tokens'),
        address: text.describe('The server to which events are sent, or where the receiver asks for them'),
        occasions: z.array(text).describe('What it is told'),
        sources: z.array(text).describe('Only events about accounts of these sources; absent: of all').optional(),
        waiting: count.describe('Events that it has still to get'),
        delivered: count.describe('Events that it got, as long as they are kept'),
        abandoned: count.describe('Events that it refused, or that could not be delivered for a day'),
        lastDeliveredAt: utcTime.optional(),
        error: text.describe('Why the newest attempt that failed did so').optional(),
      }),
    )
    .describe('Who gets events of this service'),
});

export const auditEventSchema = z.object({
  id: text.describe('Opaque; entries are listed newest first'),
  at: utcTime,
  principal: text.describe('Who: the id of a client or user, `operator` for the command line, `unknown`'),
  action: text.describe('What, as `noun.verb`, for example `savedQuery.create`'),
  target: text.describe('Id of what it was done to').optional(),
  outcome: z.enum(['done', 'refused', 'failed']).describe('`failed`: a source did not make a change that was accepted'),
  details: z.record(text, anyValue),
});

export const queueListSchema = z.object({
  items: z.array(
    z.object({
      name: z.enum(jobNames).describe('What the jobs do'),
      waiting: count,
      active: count,
      delayed: count.describe('Waiting for their time: to be retried, or due by a schedule'),
      failed: count.describe('Failed and kept for inspection'),
      workers: count.describe('Processes that take the jobs; absent while that is not known').optional(),
    }),
  ),
  page: text
    .describe('Path of the page that shows each job; absent when the queues are in the process of the service')
    .optional(),
});
