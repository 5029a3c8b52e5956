// Polls transmitters (RFC 8936), and keeps their streams in order where this service manages them. An event is acknowledged in the poll
// after it was stored. After a failure the next attempt waits longer.
import { OperatorError, ServiceError } from '../../src/errors.ts';
import { authorizationOf, ExchangeFailed, exchangeJson } from '../../src/signals/outgoing-requests.ts';
import { newSignalOf, refusalEntry } from '../../src/signals/reception.ts';
import { TokenRefused } from '../../src/signals/security-event-tokens.ts';
import type { Transmitter } from '../../src/signals/transmitters.ts';
import { type AuditEntry, recordAudits } from '../../src/state/audit.ts';
import { type NewSignal, storeSignals } from '../../src/state/signals/signals.ts';
import { beginStream, endStream, recordVerified, type SignalStream } from '../../src/state/signals/streams.ts';
import type { PipelineContext } from '../job/context.ts';
import { arrangeStream } from './stream.ts';

const eventsAtOnce = 100;
/** Polls in one turn; the next turn continues. */
const mostPolls = 100;
/** Longer than a turn takes, so that no two processes poll one stream. */
const turnMs = 10 * 60_000;
const backoff = { firstMs: 15_000, longestMs: 3_600_000 } as const;
/** How often a stream that pushes is looked at. */
const managedEveryMs = 15 * 60_000;

export async function pollTransmitters(context: PipelineContext, stop: AbortSignal): Promise<void> {
  for (const transmitter of context.signals.transmitters) {
    const { poll, stream: managed, name } = transmitter.settings;
    if (!poll && !managed) continue;
    const begun = await beginStream(context.database, { tenant: context.tenant, transmitter: name }, turnMs);
    if (begun) await work(context, transmitter, begun, stop);
  }
  await recordVerified(context.database, context.tenant);
}

async function work(
  context: PipelineContext,
  transmitter: Transmitter,
  begun: SignalStream,
  stop: AbortSignal,
): Promise<void> {
  const { database, log } = context;
  const { poll, stream: managed, name } = transmitter.settings;
  try {
    const stream = managed ? await arrangeStream(context, transmitter, begun) : begun;
    if (poll) await pollOne(context, transmitter, poll.url ?? stream.poll_url, stop);
    await endStream(database, begun, { nextMs: poll?.every ?? managedEveryMs });
  } catch (error) {
    if (!isOfTransmitter(error)) throw error;
    log.warn({ transmitter: name, err: error }, 'the stream of a transmitter does not work');
    const nextMs = Math.min(backoff.firstMs * 2 ** Math.min(begun.failures, 20), backoff.longestMs);
    await endStream(database, begun, { error: (error as Error).message, nextMs });
  }
}

const isOfTransmitter = (error: unknown) =>
  error instanceof ExchangeFailed || error instanceof ServiceError || error instanceof OperatorError;

interface SetError {
  readonly err: string;
  readonly description: string;
}

async function pollOne(
  context: PipelineContext,
  transmitter: Transmitter,
  url: string | null,
  stop: AbortSignal,
): Promise<void> {
  if (url === null) throw new ExchangeFailed('the transmitter does not say where the stream is polled');
  const headers = await authorizationOf(transmitter.settings.access);
  let ack: readonly string[] = [];
  let setErrs: Readonly<Record<string, SetError>> = {};
  // A transmitter that gives again what was acknowledged or refused would never end.
  const seen = new Set<string>();
  for (let polls = 0; polls < mostPolls; polls += 1) {
    stop.throwIfAborted();
    const errors = Object.keys(setErrs).length > 0 && { setErrs };
    const json = { maxEvents: eventsAtOnce, returnImmediately: true, ...(ack.length > 0 && { ack }), ...errors };
    const answer = setsOf(await exchangeJson({ method: 'POST', url, headers, json }));
    const fresh = new Map([...answer.sets].filter(([jti]) => !seen.has(jti)));
    for (const jti of fresh.keys()) seen.add(jti);
    const { stored, refused } = await take(context, transmitter, fresh);
    [ack, setErrs] = [stored, refused];
    const isOver = stored.length + Object.keys(refused).length === 0;
    // A last poll acknowledges what came with this one.
    if (isOver && !answer.moreAvailable) return;
    if (isOver) throw new ExchangeFailed('the transmitter says that there are more events, and gives no other ones');
  }
  if (ack.length > 0 || Object.keys(setErrs).length > 0)
    await exchangeJson({ method: 'POST', url, headers, json: { maxEvents: 0, returnImmediately: true, ack, setErrs } });
}

interface PolledSets {
  /** jti → token */
  readonly sets: ReadonlyMap<string, string>;
  readonly moreAvailable: boolean;
}

function setsOf(answer: unknown): PolledSets {
  const { sets = {}, moreAvailable } = (answer ?? {}) as { sets?: unknown; moreAvailable?: unknown };
  if (typeof sets !== 'object' || sets === null || Array.isArray(sets))
    throw new ExchangeFailed('the transmitter answered a poll without an object `sets`');
  const texts = Object.entries(sets).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { sets: new Map(texts), moreAvailable: moreAvailable === true };
}

/** Store what is valid. @returns the ids to acknowledge, and those to refuse for good */
async function take(
  { database, tenant }: PipelineContext,
  transmitter: Transmitter,
  sets: ReadonlyMap<string, string>,
): Promise<{ stored: string[]; refused: Record<string, SetError> }> {
  const signals: NewSignal[] = [];
  const stored: string[] = [];
  const refused: Record<string, SetError> = {};
  const refusals: AuditEntry[] = [];
  for (const [jti, token] of sets) {
    try {
      const event = await transmitter.verify(token);
      if (event.jti !== jti)
        throw new TokenRefused('invalid_request', 'the token has another jti than the answer says');
      signals.push(newSignalOf(transmitter, tenant, 'poll', event));
      stored.push(jti);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      refused[jti] = { err: error.code, description: error.message };
      refusals.push(refusalEntry(transmitter, tenant, error));
    }
  }
  if (refusals.length > 0) await recordAudits(database, refusals);
  if (signals.length > 0) await storeSignals(database, signals);
  return { stored, refused };
}
