// Tells receivers what has happened: finds occasions that are not told yet, and pushes the events that are due. An occasion is told once;
// its deliveries are tried again like those of notices. Receivers that ask for events get them from src/api/signals.
import type { ReceiverSettings, TransmittedEvent } from '../../src/config/signal-settings.ts';
import type { Database } from '../../src/database/database.ts';
import {
  accountDisabledType,
  accountEnabledType,
  riskLevelType,
  scimPatchType,
} from '../../src/signals/event-types.ts';
import { ExchangeFailed, exchange, serverOf } from '../../src/signals/outgoing-requests.ts';
import { createEventSigner, type OutgoingEvent, seconds } from '../../src/signals/outgoing-tokens.ts';
import {
  beginDeliveries,
  type Delivery,
  endDelivery,
  eventPrefix,
  noteFailure,
  type Occasion,
  recordOccasions,
  removeOldNotices,
} from '../../src/state/notices/notices.ts';
import {
  beginSignalSearch,
  changedAccounts,
  compareOpenRisks,
  endComparison,
  type RiskOfAccount,
} from '../../src/state/signals/occasions.ts';
import {
  type KnownAccount,
  knownAccounts,
  openRisksOfAccounts,
} from '../../src/warehouse/version/risks-of-accounts.ts';
import type { PipelineContext } from '../job/context.ts';
import { withVersionInService } from './local-version.ts';

/** Changes that are told at once; the others follow with the next search. */
const changesAtOnce = 500;
const deliveriesAtOnce = 20;
const backoff = { firstMs: 15_000, longestMs: 3_600_000, of: 'events' } as const;
const giveUpAfterMs = 24 * 3_600_000;
/** As long as notices. */
const keepDays = 90;

export async function transmitEvents(context: PipelineContext, stop: AbortSignal): Promise<void> {
  const { receivers } = context.signals;
  if (receivers.length === 0) return;
  const { since, version } = await beginSignalSearch(context.database, context.tenant);
  await tellChanges(context, since);
  await tellRisks(context, version);
  await pushEvents(context, stop);
  await removeOldNotices(context.database, context.tenant, keepDays);
}

/** An account in an event. */
interface NamedAccount {
  readonly source_id: string;
  /** Local id. */
  readonly account_id: string;
}

async function tellChanges(context: PipelineContext, since: Date): Promise<void> {
  const { database, tenant } = context;
  const changed = await changedAccounts(database, tenant, since, changesAtOnce);
  if (changed.length === 0) return;
  const subjects = await subjectsOf(context, changed);
  const occasions = changed.map(
    ({ occasion, event, source_id: source, account_id: account, membership, ended_at: at }) => {
      const { subject } = subjects({ source_id: source, account_id: account });
      return occasionOf(event, occasion, source, {
        subject,
        ...(event === 'membership-removed'
          ? { type: scimPatchType, event: { event_timestamp: seconds(at), attributes: [`${membership}s`] } }
          : {
              type: event === 'account-disabled' ? accountDisabledType : accountEnabledType,
              event: { event_timestamp: seconds(at), reason: 'changed by an action job' },
            }),
      });
    },
  );
  await record(context, database, occasions);
}

async function tellRisks(context: PipelineContext, searched: number): Promise<void> {
  const { database, tenant, sources } = context;
  const sourceOf = new Map([...sources].map(([id, { config }]) => [config.application_instance_id, id]));
  const found = await withVersionInService(context, async (folder, spill, version) => {
    if (version <= searched) return undefined;
    const open = await openRisksOfAccounts(folder, spill);
    const risks = open.flatMap(({ instance, accountId, ...risk }) => {
      const sourceId = sourceOf.get(instance);
      return sourceId === undefined ? [] : [{ ...risk, source_id: sourceId, account_id: accountId }];
    });
    return { version, risks };
  });
  if (!found) return;
  const { version, risks } = found;
  const { opened, closed } = await compareOpenRisks(database, tenant, risks);
  const subjects = searched > 0 ? await subjectsOf(context, [...opened, ...closed]) : undefined;
  const told = (event: TransmittedEvent, what: string) => (risk: RiskOfAccount) => {
    const { subject, level } = subjects!(risk);
    return occasionOf(event, `${risk.id} version ${version}`, risk.source_id, {
      ...{ type: riskLevelType, subject },
      event: {
        ...{ event_timestamp: seconds(new Date()), principal: 'USER', current_level: level },
        risk_reason: `${what}: ${risk.rule}`,
      },
    });
  };
  await endComparison(database, tenant, { searched, version, opened, closed }, async transaction => {
    const occasions = [...opened.map(told('risk-opened', 'opened')), ...closed.map(told('risk-closed', 'closed'))];
    await record(context, transaction, occasions);
  });
}

/** What a receiver gets of an account: its e-mail address, or its global id where it has none. */
async function subjectsOf(context: PipelineContext, accounts: readonly NamedAccount[]) {
  const { sources, signals } = context;
  const instanceOf = (sourceId: string) => sources.get(sourceId)?.config.application_instance_id ?? '';
  const asked = accounts.map(({ source_id: sourceId, account_id: id }) => ({ instance: instanceOf(sourceId), id }));
  const known =
    asked.length === 0
      ? []
      : await withVersionInService(context, (folder, spill) => knownAccounts(folder, spill, asked));
  const byId = new Map((known ?? []).map(account => [`${account.instance} ${account.id}`, account]));
  return ({ source_id: sourceId, account_id: accountId }: NamedAccount) => {
    const account = byId.get(`${instanceOf(sourceId)} ${accountId}`);
    return { subject: subjectOf(account, accountId, signals.issuer), level: levelOf(account) };
  };
}

function subjectOf(account: KnownAccount | undefined, accountId: string, issuer: string): OutgoingEvent['subject'] {
  const { email = null, globalId } = account ?? {};
  // Accounts without an address have one that reaches nobody (RFC 2606).
  if (email !== null && !email.endsWith('.invalid')) return { format: 'email', email };
  return globalId === undefined
    ? { format: 'opaque', id: accountId }
    : { format: 'iss_sub', iss: issuer, sub: globalId };
}

/** CAEP 1.0, section 3.8, has three levels. An account that is gone has no risk any more. */
function levelOf(account: KnownAccount | undefined): 'HIGH' | 'MEDIUM' | 'LOW' {
  if (account?.posture === 'Critical' || account?.posture === 'High') return 'HIGH';
  return account?.posture === 'Medium' ? 'MEDIUM' : 'LOW';
}

interface EventOccasion extends Occasion {
  readonly kind: TransmittedEvent;
}

function occasionOf(kind: TransmittedEvent, occasion: string, source: string, details: OutgoingEvent): EventOccasion {
  return { kind, event: `${eventPrefix}${kind}`, occasion, source, title: kind, body: '', details: { ...details } };
}

async function record(
  context: PipelineContext,
  database: Database,
  occasions: readonly EventOccasion[],
): Promise<void> {
  const { tenant, signals } = context;
  const kinds = new Map(occasions.map(({ event, kind }) => [event, kind]));
  await recordOccasions(database, tenant, occasions, ({ event, source }) =>
    signals.receivers
      .filter(({ events, sources }) => events.includes(kinds.get(event)!) && (sources?.includes(source!) ?? true))
      .map(({ name }) => name),
  );
}

async function pushEvents(context: PipelineContext, stop: AbortSignal): Promise<void> {
  const { database, tenant, signals } = context;
  const pushing = new Map(signals.receivers.filter(({ push }) => push).map(receiver => [receiver.name, receiver]));
  if (pushing.size === 0) return;
  const sign = await createEventSigner(database, signals.issuer);
  for (;;) {
    stop.throwIfAborted();
    const turn = { ...backoff, subscriptions: [...pushing.keys()] };
    const begun = await beginDeliveries(database, tenant, deliveriesAtOnce, turn);
    await Promise.all(begun.map(delivery => pushOne(context, pushing.get(delivery.subscription)!, delivery, sign)));
    if (begun.length < deliveriesAtOnce) return;
  }
}

async function pushOne(
  { database, log }: PipelineContext,
  receiver: ReceiverSettings,
  delivery: Delivery,
  sign: Awaited<ReturnType<typeof createEventSigner>>,
): Promise<void> {
  const { notice_id: jti, created_at: at, details } = delivery;
  const { url, authorization } = receiver.push!;
  try {
    const body = await sign({ ...(details as unknown as OutgoingEvent), jti, at, audience: receiver.audience });
    const headers = { authorization, 'content-type': 'application/secevent+jwt', accept: 'application/json' };
    const answer = await exchange({ method: 'POST', url, headers, body });
    if (answer.status >= 200 && answer.status < 300) return await endDelivery(database, delivery);
    const message = `${serverOf(url)} answered with status ${answer.status}: ${answer.body.slice(0, 300)}`;
    // RFC 8935, section 2.4: with 400 the receiver refuses the token for good.
    if (answer.status === 400) return await endDelivery(database, delivery, message);
    throw new ExchangeFailed(message, answer.status);
  } catch (error) {
    if (!(error instanceof ExchangeFailed)) throw error;
    log.warn({ receiver: receiver.name, event: jti, err: error }, 'an event was not delivered');
    const isOver = Date.now() - at.getTime() > giveUpAfterMs;
    await (isOver ? endDelivery(database, delivery, error.message) : noteFailure(database, delivery, error.message));
  }
}
