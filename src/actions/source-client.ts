// A source that is opened to observe and change something. Every call has a time limit, and its failure says whether trying again
// may help.
import type { Action, ActionOperation, Image } from '../connector/actions.ts';
import type { Connector, ConnectorContext } from '../connector/contract.ts';
import { parseExactly } from '../connector/exact-json.ts';
import { isTransient, SourceUnavailable } from '../connector/transient.ts';
import { orAborted, type WaitLimits } from '../connector/until-aborted.ts';

/** A configured source. */
export interface ActionSource {
  readonly config: { readonly id: string; readonly application_instance_id: string; readonly writes: boolean };
  readonly connector: Connector;
  readonly settings: unknown;
}

/** The local ids of a target or record, as `ActionTargets` declares them for its operation. */
export type LocalTarget = Readonly<Record<string, string>>;

/** An operation of a connector; which target it takes is known from the operation's name alone. */
export type AnyAction = Action<unknown, LocalTarget>;

export interface SourceClient {
  /** @throws CallFailed when the connector does not offer the operation */
  action(operation: ActionOperation): { readonly action: AnyAction; readonly client: unknown };
  /** What the source shows of a target now, as JSON. @throws CallFailed, also when the image is too large to be kept */
  observe(operation: ActionOperation, local: LocalTarget): Promise<Image>;
  /** Wait for one call of the connector. @throws CallFailed, or the signal's reason once it aborts */
  call<Value>(work: () => Promise<Value> | Value): Promise<Value>;
  close(): Promise<void>;
}

/** A call of a connector failed. */
export class CallFailed extends Error {
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  /** The delay that the source asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'CallFailed';
    this.transient = isTransient(cause);
    this.retryAfterMs = cause instanceof SourceUnavailable ? cause.retryAfterMs : undefined;
  }
}

/** How long a connector may take for one call. Longer counts as a transient fault. */
export const callLimitMs = 60_000;

/** The longest JSON text of an image that is stored. */
const longestImage = 1024 * 1024;

/**
 * @throws CallFailed when the source cannot be opened
 */
export async function openSource(
  { config, connector, settings }: ActionSource,
  around: Pick<ConnectorContext, 'baseFolder' | 'statedLimits'>,
  limits: WaitLimits,
): Promise<SourceClient> {
  const over = new AbortController();
  const signal = AbortSignal.any([limits.signal, over.signal]);
  const call = async <Value>(work: () => Promise<Value> | Value): Promise<Value> => {
    limits.signal.throwIfAborted();
    try {
      const value = work();
      return value instanceof Promise ? await orAborted(value, limits) : value;
    } catch (error) {
      if (limits.signal.aborted) throw error;
      throw new CallFailed(error);
    }
  };
  const context: ConnectorContext = {
    sourceId: config.id,
    applicationInstanceId: config.application_instance_id,
    ...around,
    isForChange: true,
    signal,
  };
  const client = await call(() => connector.open(settings, context)).catch(error => {
    over.abort();
    throw error;
  });
  const actionOf: SourceClient['action'] = operation => {
    const action = connector.actions?.[operation] as AnyAction | undefined;
    if (action) return { action, client };
    throw new CallFailed(new Error(`the connector ${connector.type} declares ${operation} without an action`));
  };
  return {
    action: actionOf,
    async observe(operation, local) {
      const { action } = actionOf(operation);
      const text = await call(async () => JSON.stringify(await action.observe(client, local)) as string | undefined);
      if (text !== undefined && text.length <= longestImage) return parseExactly(text) as Image;
      throw new CallFailed(new Error('the source shows nothing, or more than can be kept for an undo'));
    },
    call,
    async close() {
      try {
        if (!limits.signal.aborted) await call(() => connector.close?.(client));
      } finally {
        over.abort();
      }
    },
  };
}
