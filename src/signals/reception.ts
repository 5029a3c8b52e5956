// Takes security event tokens, many at a time: what arrives together is stored, or recorded as refused, by one statement. The embedded
// database syncs its files in the thread that receives, so with a statement for each token the thread would wait for the disk most of the
// time. A token is answered only when what became of it is durable.
import type { Database } from '../database/database.ts';
import { createWriteGroups } from '../database/grouped-writes.ts';
import { ServiceError } from '../errors.ts';
import { type AuditEntry, recordAudits } from '../state/audit.ts';
import { type NewSignal, storeSignals } from '../state/signals/signals.ts';
import { meaningOfEvent } from './event-types.ts';
import { type SecurityEvent, TokenRefused } from './security-event-tokens.ts';
import type { Transmitter } from './transmitters.ts';

/** Events of one statement. */
const mostAtOnce = 500;
/** Tokens that may be at work. Further ones are refused, so that their transmitters send them again later. */
const mostAtWork = 2000;

export interface Reception {
  /**
   * Verify a token that was pushed, and store its event. Resolves once it is durable, new or not
   * @throws TokenRefused once the refusal is in the audit log; ServiceError SERVICE_UNAVAILABLE when too many are at work, or while the
   *   keys of the transmitter cannot be had; errors of the database
   */
  receive(transmitter: Pick<Transmitter, 'settings' | 'verify'>, tenant: string, token: string): Promise<void>;
}

/** @param stored called with the tenants of what was stored and has to be looked at @param limit how many tokens may be at work */
export function createReception(
  database: Database,
  stored: (tenant: string) => Promise<void>,
  limit = mostAtWork,
): Reception {
  let atWork = 0;
  // A token that is being verified may still join the statement that waits.
  const { grouped, fewer } = createWriteGroups(() => atWork);

  const store = grouped(async (signals: readonly NewSignal[]) => {
    for (let from = 0; from < signals.length; from += mostAtOnce)
      await storeSignals(database, signals.slice(from, from + mostAtOnce));
    // The regular job finds what is not announced.
    const followed = signals.filter(({ ignoredBecause }) => ignoredBecause === undefined);
    for (const tenant of new Set(followed.map(signal => signal.tenant))) void stored(tenant).catch(() => {});
    return signals.map(() => undefined);
  });

  const refuse = grouped(async (refusals: readonly AuditEntry[]) => {
    await recordAudits(database, refusals);
    return refusals.map(() => undefined);
  });

  return {
    async receive(transmitter, tenant, token) {
      if (atWork >= limit)
        throw new ServiceError('SERVICE_UNAVAILABLE', 'more events come than can be stored; send it again later');
      atWork += 1;
      try {
        await store(newSignalOf(transmitter, tenant, 'push', await transmitter.verify(token)));
      } catch (error) {
        if (error instanceof TokenRefused) await refuse(refusalEntry(transmitter, tenant, error));
        throw error;
      } finally {
        atWork -= 1;
        fewer();
      }
    },
  };
}

/** What the audit log says of a token that is refused for good. It has nothing of what the token says. */
export function refusalEntry(
  { settings }: Pick<Transmitter, 'settings'>,
  tenant: string,
  { code, message }: TokenRefused,
): AuditEntry {
  return {
    ...{ tenant, principal: `transmitter:${settings.name}`, action: 'signal.receive', outcome: 'refused' },
    details: { code, message },
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
