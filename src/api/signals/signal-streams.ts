// The route that shows the transmitters and receivers of the configuration, and how far their events are. No secret leaves it.
import type { FastifyInstance } from 'fastify';
import type { ReceiverSettings, TransmitterSettings } from '../../config/signal-settings.ts';
import type { Database } from '../../database/database.ts';
import { type ReceiverState, receiverStates } from '../../state/signals/occasions.ts';
import { type TransmitterState, transmitterStates } from '../../state/signals/streams.ts';
import { requireWholeTenant } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { signalOperations } from './signal-operations.ts';

export interface SignalStreamOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly baseUrl: string;
}

export function registerSignalStreams(app: FastifyInstance, options: SignalStreamOptions): void {
  const { database, tenants, guard, baseUrl } = options;
  serveOperation<ListRequest>(app, signalOperations.getSignalStreams, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    requireWholeTenant(caller, 'The streams of signals');
    const { signals } = servedTenant(tenants, caller.tenant);
    const [transmitters, receivers] = await Promise.all([
      transmitterStates(database, caller.tenant),
      receiverStates(database, caller.tenant),
    ]);
    return reply.header('cache-control', 'private, no-store').send({
      transmitters: signals.transmitters.map(each =>
        viewTransmitter(
          each,
          transmitters.find(({ transmitter }) => transmitter === each.name),
          baseUrl,
        ),
      ),
      receivers: signals.receivers.map(each =>
        viewReceiver(
          each,
          receivers.find(({ receiver }) => receiver === each.name),
          baseUrl,
        ),
      ),
    });
  });
}

function viewTransmitter(
  { name, push, source, issuer }: TransmitterSettings,
  state: TransmitterState | undefined,
  baseUrl: string,
): object {
  return {
    ...{ name, delivery: push ? 'push' : 'poll', sourceId: source, issuer },
    address: push && `${baseUrl}/ssf/v1/push/${name}`,
    events: state?.events ?? 0,
    lastEventAt: state?.last_event_at ?? undefined,
    streamStatus: state?.status ?? undefined,
    verifiedAt: state?.verified_at ?? undefined,
    failures: state?.failures ?? 0,
    error: state?.error ?? undefined,
  };
}

function viewReceiver(
  { name, push, audience, events: occasions, sources }: ReceiverSettings,
  state: ReceiverState | undefined,
  baseUrl: string,
): object {
  return {
    ...{ name, delivery: push ? 'push' : 'poll', audience, occasions, sources },
    // An address may carry a secret in its user, path or query.
    address: push ? new URL(push.url).origin : `${baseUrl}/ssf/v1/poll/${name}`,
    ...{ waiting: state?.waiting ?? 0, delivered: state?.delivered ?? 0, abandoned: state?.abandoned ?? 0 },
    lastDeliveredAt: state?.last_delivered_at ?? undefined,
    error: state?.error ?? undefined,
  };
}
