// Bodies of signals and their streams.
import { z } from 'zod';
import { anyValue, count, text } from '../../resources/types/shared-types.ts';
import { utcTime } from '../contract/body-parts.ts';

export const signalSchema = z.object({
  id: z.uuid().describe('Id of the signal'),
  transmitter: text.describe('Name of the transmitter in the configuration'),
  jti: text.describe('Id of the token; each is stored once'),
  delivery: z
    .enum(['push', 'poll'])
    .describe('`push`: the sender sends each event. `poll`: the receiver asks for events'),
  eventType: text.describe('URI of the type of the event'),
  event: z.record(text, anyValue).describe('What the token says of the event'),
  subject: anyValue.describe('Subject identifier (RFC 9493); absent: the event has none').optional(),
  issuedAt: utcTime.describe('When the token was issued'),
  occurredAt: utcTime.describe('When the event happened; when the token was issued, where it does not say so'),
  receivedAt: utcTime.describe('When this service got it'),
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
  delivery: z
    .enum(['push', 'poll'])
    .describe('`push`: the sender sends each event. `poll`: the receiver asks for events'),
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
        lastDeliveredAt: utcTime.describe('When it got the newest of them; absent: it got none').optional(),
        error: text.describe('Why the newest attempt that failed did so').optional(),
      }),
    )
    .describe('Who gets events of this service'),
});
