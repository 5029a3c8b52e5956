// The settings of shared signals: transmitters whose security event tokens are received, and receivers that get ours.
import { z } from 'zod';
import { duration, slug } from './setting-types.ts';

const url = z.string().regex(/^https?:\/\/\S+$/, 'must be an http or https address');
const secret = z.string().min(16, 'must have at least 16 characters').meta({ secret: true });

const Access = z
  .strictObject({
    token: secret.optional().describe('A token that does not expire, sent as `Authorization: Bearer`'),
    token_url: url.optional().describe('Token endpoint for client credentials (RFC 6749, section 4.4)'),
    client_id: z.string().min(1).optional().describe('Client at the token endpoint'),
    client_secret: z.string().min(1).optional().describe('Its secret').meta({ secret: true }),
    scope: z.string().min(1).optional().describe('Scopes to ask for, such as `ssf.manage ssf.read`'),
  })
  .refine(
    ({ token, token_url, client_id, client_secret }) =>
      token !== undefined
        ? token_url === undefined
        : token_url !== undefined && client_id !== undefined && client_secret !== undefined,
    'must have a token, or token_url, client_id and client_secret',
  );

const Transmitter = z
  .strictObject({
    name: slug.describe('Name of the transmitter, and the end of the address that it pushes to: /ssf/v1/push/NAME'),
    tenant: slug.optional().describe('Tenant of the source; required when there are several tenants'),
    source: slug.describe('The source that the subjects of its events belong to'),
    issuer: url.describe('The `iss` of its tokens'),
    audience: z.array(z.string().min(1)).min(1).describe('Values of `aud`; a token must have one of them'),
    jwks_url: url.optional().describe('Where its public keys are; default: where its metadata say'),
    metadata_url: url
      .optional()
      .describe('Where its metadata are; default: `/.well-known/ssf-configuration` of the issuer'),
    push: z
      .strictObject({
        authorization: secret.describe('The header Authorization that it sends, such as `Bearer …`'),
      })
      .optional()
      .describe('It sends events to this service (RFC 8935)'),
    poll: z
      .strictObject({
        url: url.optional().describe('Where events are polled; default: where the stream says'),
        every: duration
          .refine(ms => ms >= 5000, 'must be at least 5s')
          .prefault('15s')
          .describe('How often to poll'),
      })
      .optional()
      .describe('This service asks for events (RFC 8936)'),
    access: Access.optional().describe('How this service authenticates when it polls and manages the stream'),
    stream: z
      .strictObject({
        events: z
          .array(z.string().min(1))
          .min(1)
          .optional()
          .describe('Types of events to request, as URIs; default: all that are understood'),
      })
      .optional()
      .describe('Create the stream at the transmitter and verify it; without it, the stream exists already'),
  })
  .refine(({ push, poll }) => (push === undefined) !== (poll === undefined), 'must have push or poll')
  .refine(
    ({ poll, stream }) => !poll || poll.url !== undefined || stream !== undefined,
    'poll needs a url, or a stream that is created',
  )
  .refine(({ stream, access }) => !stream || access !== undefined, 'stream needs access');

/** Our own occasions that become events. */
const transmittedEvents = [
  'account-disabled',
  'account-enabled',
  'membership-removed',
  'risk-opened',
  'risk-closed',
] as const;
export type TransmittedEvent = (typeof transmittedEvents)[number];

const Receiver = z
  .strictObject({
    name: slug.describe(
      'Name of the receiver, and the end of the address that it polls: /ssf/v1/poll/NAME. When it changes, waiting events are not sent any more',
    ),
    tenant: slug.optional().describe('Tenant whose events it gets; required when there are several tenants'),
    audience: z.string().min(1).describe('The `aud` of the tokens'),
    events: z
      .array(z.enum(transmittedEvents))
      .min(1)
      .default([...transmittedEvents])
      .describe('What it is told; default: everything'),
    sources: z.array(slug).min(1).optional().describe('Only events about accounts of these sources; default: all'),
    push: z
      .strictObject({
        url: url.describe('Where events are sent (RFC 8935)'),
        authorization: secret.describe('The header Authorization to send, such as `Bearer …`'),
      })
      .optional()
      .describe('Events are sent'),
    poll: z
      .strictObject({
        authorization: secret.describe('The header Authorization that it sends, such as `Bearer …`'),
      })
      .optional()
      .describe('It asks for events (RFC 8936)'),
  })
  .refine(({ push, poll }) => (push === undefined) !== (poll === undefined), 'must have push or poll');

export const Signals = z.strictObject({
  transmitters: z.array(Transmitter).default([]).describe('Whose security event tokens are received'),
  receivers: z.array(Receiver).default([]).describe('Who gets security event tokens of this service'),
  per_minute: z.int().min(1).default(60_000).describe('Events that a transmitter may push a minute, in the long run'),
  burst: z.int().min(1).default(5000).describe('Events that a transmitter may push at once'),
});

export type SignalSettings = z.output<typeof Signals>;
export type TransmitterSettings = z.output<typeof Transmitter>;
export type ReceiverSettings = z.output<typeof Receiver>;
export type AccessSettingsOfTransmitter = z.output<typeof Access>;
