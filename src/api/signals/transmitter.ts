// This service as a transmitter (SSF 1.0): its metadata, the streams of the configured receivers, verification, and polling (RFC 8936). A
// receiver is authenticated by its header Authorization, and sees its own stream only.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReceiverSettings } from '../../config/signal-settings.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { verificationType } from '../../signals/event-types.ts';
import { createEventSigner, type OutgoingEvent } from '../../signals/outgoing-tokens.ts';
import { eventPrefix, recordOccasions } from '../../state/notices/notices.ts';
import { endWaitingEvents, waitingEvents } from '../../state/signals/occasions.ts';
import type { ServedTenants } from '../served-tenants.ts';
import { isSameSecret } from './receiver.ts';

/** A receiver with the tenant whose events it gets. */
export interface ServedReceiver extends ReceiverSettings {
  readonly ofTenant: string;
}

export interface SignalTransmitterOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  /** By name. */
  readonly receivers: ReadonlyMap<string, ServedReceiver>;
  /** The `iss` of our tokens, and the base address of the API. */
  readonly issuer: string;
  readonly baseUrl: string;
}

const mostEvents = 100;
const mostIds = 1000;
const methods = { push: 'urn:ietf:rfc:8935', poll: 'urn:ietf:rfc:8936' } as const;

export function registerSignalTransmitter(app: FastifyInstance, options: SignalTransmitterOptions): void {
  const { database, tenants, receivers, issuer, baseUrl } = options;
  if (receivers.size === 0) return;
  const receiverOf = (request: FastifyRequest) => authenticated(receivers, request);

  app.get('/.well-known/ssf-configuration', async (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=300').send({
      ...{ spec_version: '1_0', issuer, jwks_uri: `${issuer}/.well-known/jwks.json` },
      delivery_methods_supported: Object.values(methods),
      configuration_endpoint: `${baseUrl}/ssf/v1/stream`,
      status_endpoint: `${baseUrl}/ssf/v1/status`,
      verification_endpoint: `${baseUrl}/ssf/v1/verify`,
      authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6750' }],
      default_subjects: 'ALL',
    });
  });

  app.get('/ssf/v1/stream', async (request, reply) => {
    const receiver = receiverOf(request);
    return reply.header('cache-control', 'no-store').send(streamOf(receiver, options));
  });

  app.get('/ssf/v1/status', async (request, reply) => {
    return reply.header('cache-control', 'no-store').send({ stream_id: receiverOf(request).name, status: 'enabled' });
  });

  app.post('/ssf/v1/verify', async (request, reply) => {
    const { name, ofTenant } = receiverOf(request);
    const { state } = memberOf(request.body, ['stream_id', 'state']);
    const event = { type: verificationType, event: state === undefined ? {} : { state: textOf('state', state) } };
    const occasion = {
      ...{ event: `${eventPrefix}verification`, occasion: `${name} ${randomUUID()}`, title: 'verification', body: '' },
      details: { ...event, subject: { format: 'opaque', id: name } },
    };
    await recordOccasions(database, ofTenant, [occasion], () => [name]);
    await tenants.get(ofTenant)?.startSignals();
    return reply.code(204).send();
  });

  app.post<{ Params: { receiver: string } }>('/ssf/v1/poll/:receiver', async (request, reply) => {
    const receiver = receiverOf(request);
    if (receiver.name !== request.params.receiver || !receiver.poll)
      throw new ServiceError('FORBIDDEN', 'the credential is not that of a receiver that polls here');
    return reply.header('cache-control', 'no-store').send(await polled(options, receiver, request.body));
  });
}

async function polled(
  { database, issuer }: SignalTransmitterOptions,
  { name, ofTenant, audience }: ServedReceiver,
  body: unknown,
): Promise<object> {
  const { maxEvents, ack, setErrs } = memberOf(body, ['maxEvents', 'returnImmediately', 'ack', 'setErrs']);
  const acknowledged = listOf('ack', ack);
  const refused = new Map(
    Object.entries(setErrs === undefined ? {} : memberOf(setErrs))
      .slice(0, mostIds)
      .map(([jti, error]) => {
        const { err, description } = memberOf(error);
        return [jti, `${String(err).slice(0, 100)}: ${String(description).slice(0, 300)}`] as const;
      }),
  );
  if (acknowledged.length + refused.size > 0)
    await endWaitingEvents(database, ofTenant, name, { acknowledged, refused });
  const limit = maxEvents === undefined ? mostEvents : countOf('maxEvents', maxEvents);
  const { events, more } = await waitingEvents(database, ofTenant, name, Math.min(limit, mostEvents));
  const sign = await createEventSigner(database, issuer);
  const sets = await Promise.all(
    events.map(async ({ notice_id: jti, created_at: at, details }) => {
      return [jti, await sign({ ...(details as unknown as OutgoingEvent), jti, at, audience })] as const;
    }),
  );
  return { sets: Object.fromEntries(sets), ...(more && { moreAvailable: true }) };
}

function streamOf({ name, audience, push }: ServedReceiver, { issuer, baseUrl }: SignalTransmitterOptions): object {
  return {
    ...{ stream_id: name, iss: issuer, aud: audience, description: 'Configured by the operator of the transmitter' },
    delivery: push
      ? { method: methods.push, endpoint_url: push.url }
      : { method: methods.poll, endpoint_url: `${baseUrl}/ssf/v1/poll/${name}` },
  };
}

/** Each receiver is compared, in the same time. */
function authenticated(receivers: ReadonlyMap<string, ServedReceiver>, request: FastifyRequest): ServedReceiver {
  const given = request.headers.authorization;
  const [found] = [...receivers.values()].filter(({ push, poll }) =>
    isSameSecret(given, (push ?? poll)?.authorization),
  );
  if (!found) throw new ServiceError('UNAUTHORIZED', 'the header Authorization is not that of a receiver');
  return found;
}

/** @param known names of members; absent: any @throws ServiceError BAD_REQUEST */
function memberOf(body: unknown, known?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('BAD_REQUEST', 'the body must be a JSON object');
  const unknown = known && Object.keys(body).find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new ServiceError(
      'BAD_REQUEST',
      `${JSON.stringify(unknown.slice(0, 100))} is not known; ${known!.join(', ')} are`,
    );
  return body as Readonly<Record<string, unknown>>;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= 1000) return value;
  throw new ServiceError('BAD_REQUEST', `${name} must be a text of at most 1000 characters`);
}

function countOf(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new ServiceError('BAD_REQUEST', `${name} must be a whole number`);
}

function listOf(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length <= mostIds && value.every(each => typeof each === 'string')) return value;
  throw new ServiceError('BAD_REQUEST', `${name} must be a list of at most ${mostIds} texts`);
}
