// Changes one record of a source, or undoes the change. Both can be interrupted anywhere and called again: what was seen before
// the first change is stored before it, and the source is read before anything is tried again.
import { type ActionOperation, type Image, SideEffect } from '../connector/actions.ts';
import { type SavedImage, savedForm, savedImage } from '../connector/saved-images.ts';
import { describeDifferences, liesBetween, sameImage } from './images.ts';
import { CallFailed, type LocalTarget, type SourceClient } from './source-client.ts';

export interface RecordToChange {
  readonly operation: ActionOperation;
  readonly local: LocalTarget;
  /** What the source showed before the first attempt; null: nothing was tried yet. */
  readonly before: Image | null;
  /** Store what the source shows now; resolves when it is durable. */
  saveBefore(before: Image): Promise<void>;
  /** Resolves when the records that are changed at the same time have come as far, so that a connector can join their reads. */
  inStep(): Promise<void>;
}

export interface RecordOutcome {
  readonly status: 'Succeeded' | 'Failed';
  /** What the source shows now; undefined when nothing was changed. */
  readonly after?: Image;
  readonly failureReason?: string;
  /** Of a success: what somebody has to do in the source until the change takes effect; undefined: it is in effect. */
  readonly pending?: string;
  /** Local id of what was created. */
  readonly createdId?: string;
}

/**
 * @param beforeDisabling see `Before` of the connectors' contract
 * @throws CallFailed for transient faults of the source
 */
export async function changeRecord(
  source: SourceClient,
  record: RecordToChange,
  beforeDisabling: Image | undefined,
): Promise<RecordOutcome> {
  const { action, client } = source.action(record.operation);
  const observe = () => source.observe(record.operation, record.local);
  const seen = await orRefusal(observe());
  if (seen instanceof Refusal) return failed(seen);
  const former = record.before === null ? undefined : savedImage(record.before);
  const before = { image: former?.image ?? seen, beforeDisabling };
  const isDone = (image: Image) => source.call(() => action.isDone(image, record.local, before));
  const done = async (image: Image): Promise<RecordOutcome> => {
    const pending = await source.call(() => action.pending?.(image, record.local));
    return {
      status: 'Succeeded',
      ...changedTo(before.image, image),
      ...(pending !== undefined && { pending }),
      ...(action.createdId && { createdId: action.createdId(image) }),
    };
  };
  const isDoneBefore = await isDone(seen);
  if (isDoneBefore && !former) return done(seen);
  if (!former) await save(source, record, seen);
  const applied = isDoneBefore
    ? undefined
    : await orRefusal(source.call(() => action.apply(client, record.local, before)));
  const refusal = applied instanceof Refusal ? applied : await lossOf(source, record, former);
  await record.inStep();
  const now = await orRefusal(observe());
  if (now instanceof Refusal) return failed(refusal instanceof Refusal ? refusal : now);
  if (!isSideEffect(refusal) && (await isDone(now))) return done(now);
  const reason =
    refusal instanceof Refusal ? refusal.reason : 'the source reported success, but does not show the change';
  return { status: 'Failed', ...changedTo(before.image, now), failureReason: withPart(reason, before.image, now) };
}

/**
 * Bring a record back to what it showed before a job changed it, unless somebody else has changed it since.
 * @throws CallFailed for transient faults of the source
 */
export async function undoRecord(
  source: SourceClient,
  record: RecordToChange,
  images: { readonly before: Image; readonly after: Image },
): Promise<RecordOutcome> {
  const { action, client } = source.action(record.operation);
  const observe = () => source.observe(record.operation, record.local);
  const seen = await orRefusal(observe());
  if (seen instanceof Refusal) return failed(seen);
  const former = record.before === null ? undefined : savedImage(record.before);
  const begun = former !== undefined;
  const isBack = sameImage(seen, images.before);
  if (isBack && !begun) return { status: 'Succeeded' };
  const isOurs = sameImage(seen, images.after) || (begun && liesBetween(seen, images.before, images.after));
  if (!isOurs && !isBack) {
    const differences = describeDifferences(seen, images.after, 'the job left');
    return { status: 'Failed', failureReason: `somebody else has changed it since: ${differences}` };
  }
  if (!begun) await save(source, record, seen);
  const restored = isBack
    ? undefined
    : await orRefusal(source.call(() => action.restore(client, record.local, images)));
  const refusal = restored instanceof Refusal ? restored : await lossOf(source, record, former);
  await record.inStep();
  const now = await orRefusal(observe());
  if (now instanceof Refusal) return failed(refusal instanceof Refusal ? refusal : now);
  if (!isSideEffect(refusal) && sameImage(now, images.before)) return { status: 'Succeeded', after: now };
  const reason =
    refusal instanceof Refusal
      ? refusal.reason
      : `the source does not show the former state: ${describeDifferences(now, images.before, 'it was')}`;
  return { status: 'Failed', ...changedTo(seen, now), failureReason: reason };
}

/** Store what the source shows before the change, with the surroundings that a retry compares. */
async function save(
  source: SourceClient,
  { operation, local, saveBefore }: RecordToChange,
  seen: Image,
): Promise<void> {
  const { action, client } = source.action(operation);
  const surroundings = action.surroundings && (await source.call(() => action.surroundings!(client, local)));
  await saveBefore(savedForm(seen, surroundings));
}

/** What a former, interrupted attempt removed beside the target. `apply` and `restore` find it themselves when they are not. */
async function lossOf(
  source: SourceClient,
  { operation, local }: RecordToChange,
  former: SavedImage | undefined,
): Promise<Refusal | undefined> {
  const { action, client } = source.action(operation);
  const { surroundings } = former ?? {};
  if (surroundings === undefined || !action.expectSurroundings) return undefined;
  const result = await orRefusal(source.call(() => action.expectSurroundings!(client, local, surroundings)));
  return result instanceof Refusal ? result : undefined;
}

/** The source refuses the change; trying again does not help. */
class Refusal {
  readonly reason: string;
  readonly isSideEffect: boolean;
  constructor({ message, cause }: CallFailed) {
    this.reason = message;
    this.isSideEffect = cause instanceof SideEffect;
  }
}

/** The target may be as it should be, but something else is not. */
const isSideEffect = (refusal: unknown) => refusal instanceof Refusal && refusal.isSideEffect;

async function orRefusal<Value>(call: Promise<Value>): Promise<Value | Refusal> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CallFailed) || error.transient) throw error;
    return new Refusal(error);
  }
}

function failed({ reason }: Refusal): RecordOutcome {
  return { status: 'Failed', failureReason: reason };
}

/** The after-image, unless the source shows what it showed before. */
function changedTo(before: Image, now: Image): { after?: Image } {
  return sameImage(before, now) ? {} : { after: now };
}

function withPart(reason: string, before: Image, now: Image): string {
  if (sameImage(before, now)) return reason;
  return `${reason}; the source shows a part of the change: ${describeDifferences(now, before, 'it was')}`;
}
