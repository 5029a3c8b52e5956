// Takes verified events and stores them, many at a time: events that come while a statement is under way share the next one. An event is
// acknowledged only when it is stored.

import type { Database } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import { type NewSignal, storeSignals } from '../state/signals/signals.ts';
import { meaningOfEvent } from './event-types.ts';
import type { SecurityEvent } from './security-event-tokens.ts';
import type { Transmitter } from './transmitters.ts';

/** Events of one statement. */
const mostAtOnce = 500;
/** Events that may wait for a statement. Further ones are refused, so that their transmitters send them again later. */
const mostWaiting = 2000;

export interface Reception {
  /**
   * Store an event. @returns whether it is new, once it is durable
   * @throws ServiceError SERVICE_UNAVAILABLE when too many wait; errors of the database
   */
  store(signal: NewSignal): Promise<void>;
}

interface Waiting {
  readonly signal: NewSignal;
  resolve(): void;
  reject(error: unknown): void;
}

/** @param stored called with the tenants of what was stored and has to be looked at @param limit how many may wait */
export function createReception(
  database: Database,
  stored: (tenant: string) => Promise<void>,
  limit = mostWaiting,
): Reception {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        await storeSignals(
          database,
          batch.map(({ signal }) => signal),
        );
        for (const { resolve } of batch) resolve();
        // The regular job finds what is not announced.
        const followed = batch.filter(({ signal }) => signal.ignoredBecause === undefined);
        for (const tenant of new Set(followed.map(({ signal }) => signal.tenant))) void stored(tenant).catch(() => {});
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    store(signal) {
      if (waiting.length >= limit)
        throw new ServiceError('SERVICE_UNAVAILABLE', 'more events come than can be stored; send it again later');
      return new Promise((resolve, reject) => {
        waiting.push({ signal, resolve, reject });
        if (!isWriting) void write();
      });
    },
  };
}

/** An event of a transmitter as it is stored. */
export function newSignalOf(
  { settings }: Pick<Transmitter, 'settings'>,
  tenant: string,
  delivery: NewSignal['delivery'],
  event: SecurityEvent,
): NewSignal {
  const { name, source } = settings;
  const { jti, issuedAt, occurredAt, type, event: content, subject } = event;
  return {
    ...{
      tenant,
      transmitter: name,
      sourceId: source,
      delivery,
      jti,
      issuedAt,
      occurredAt,
      type,
      event: content,
      subject,
    },
    ignoredBecause: ignoredBecause(event),
  };
}

function ignoredBecause({ type, subject }: SecurityEvent): string | undefined {
  const meaning = meaningOfEvent(type);
  if (!meaning) return 'events of this type are not understood';
  if (!meaning.reads) return 'it is about the stream, and about no account';
  return subject === undefined || subject === null ? 'it names no subject' : undefined;
}
