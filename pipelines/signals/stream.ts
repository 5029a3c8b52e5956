// Manages the stream of a transmitter (SSF 1.0, section 8.1): creates it, or takes the one that this service has there already, and asks for
// a verification event, which shows that events arrive.
import { requestedTypes } from '../../src/signals/event-types.ts';
import { authorizationOf, ExchangeFailed, exchangeJson } from '../../src/signals/outgoing-requests.ts';
import type { Transmitter } from '../../src/signals/transmitters.ts';
import { recordStream, type SignalStream } from '../../src/state/signals/streams.ts';
import type { PipelineContext } from '../job/context.ts';

const deliveryMethods = { push: 'urn:ietf:rfc:8935', poll: 'urn:ietf:rfc:8936' } as const;

/** @throws ExchangeFailed, ServiceError */
export async function arrangeStream(
  { database, tenant, signals: { pushAddress } }: PipelineContext,
  transmitter: Transmitter,
  begun: SignalStream,
): Promise<SignalStream> {
  const { settings } = transmitter;
  const {
    configuration_endpoint: configuration,
    verification_endpoint: verification,
    status_endpoint: status,
  } = await transmitter.metadata();
  if (configuration === undefined)
    throw new ExchangeFailed('the transmitter does not manage streams: its metadata have no configuration_endpoint');
  const headers = await authorizationOf(settings.access);
  const ours = `Rolecall, source ${settings.source}`;
  const delivery = settings.push
    ? {
        method: deliveryMethods.push,
        endpoint_url: pushAddress(settings.name),
        authorization_header: settings.push.authorization,
      }
    : { method: deliveryMethods.poll };
  const known = streamsOf(await listed(configuration, headers)).find(
    stream => stream.stream_id === begun.stream_id || stream.description === ours,
  );
  const events = settings.stream?.events ?? requestedTypes;
  const created = { delivery, events_requested: events, description: ours };
  const stream =
    known ?? streamsOf(await exchangeJson({ method: 'POST', url: configuration, headers, json: created }))[0];
  if (!stream) throw new ExchangeFailed('the transmitter created no stream');
  const state = status && (await exchangeJson({ method: 'GET', url: withStream(status, stream.stream_id), headers }));
  const recorded = await recordStream(
    database,
    { tenant, transmitter: settings.name },
    {
      streamId: stream.stream_id,
      pollUrl: settings.poll ? stream.delivery?.endpoint_url : undefined,
      status: textIn(state, 'status'),
    },
  );
  if (recorded.verified_at === null && verification !== undefined) {
    const json = { stream_id: stream.stream_id, state: recorded.verification_state };
    await exchangeJson({ method: 'POST', url: verification, headers, json });
  }
  return recorded;
}

/** A transmitter without a stream of ours answers 404, or an empty list. */
async function listed(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  return exchangeJson({ method: 'GET', url, headers }).catch(error => {
    if (error instanceof ExchangeFailed && error.status === 404) return [];
    throw error;
  });
}

interface StreamConfiguration {
  readonly stream_id: string;
  readonly description?: unknown;
  readonly delivery?: { readonly endpoint_url?: string };
}

/** One stream, or a list of them. */
function streamsOf(answer: unknown): StreamConfiguration[] {
  const all: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return all.filter((stream): stream is StreamConfiguration => textIn(stream, 'stream_id') !== undefined);
}

function textIn(value: unknown, name: string): string | undefined {
  const member = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof member === 'string' && member !== '' ? member : undefined;
}

function withStream(address: string, streamId: string): string {
  const url = new URL(address);
  url.searchParams.set('stream_id', streamId);
  return url.href;
}
