// Makes changes through a connector's own client, in the order in which the service does it.
import { canonicalJson } from '../../src/canonical-json.ts';
import {
  type Action,
  type ActionOperation,
  type ActionTargets,
  ChangeRefused,
  type Image,
} from '../../src/connector/actions.ts';
import type { Connector, SourceRecord } from '../../src/connector/contract.ts';

const context = { sourceId: 's', applicationInstanceId: 's', baseFolder: '/' };

export interface Changing {
  /** Make a change. @returns how it is undone. @throws what the connector throws, or when the source does not show the change */
  make<Operation extends ActionOperation>(
    operation: Operation,
    target: ActionTargets[Operation],
    beforeDisabling?: Image,
  ): Promise<Made>;
  observe<Operation extends ActionOperation>(operation: Operation, target: ActionTargets[Operation]): Promise<Image>;
  /** What the same client reads of a type. */
  records(type: string): Promise<SourceRecord[]>;
  close(): Promise<void>;
}

export interface Made {
  readonly before: Image;
  readonly after: Image;
  /** False when the source showed the change already. */
  readonly wasApplied: boolean;
  readonly createdId: string | undefined;
  /** @throws when the target has changed since, and when the source does not show the former state afterwards */
  undo(): Promise<void>;
}

/** What the refusal of a change says; `made` when it was made, and name and message of other errors. */
export const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'made',
    (error: Error) => (error instanceof ChangeRefused ? error.message : `${error.name}: ${error.message}`),
  );

/** @param settings of the source, as in `rolecall.yaml` */
export async function openForChanges(
  connector: Connector,
  settings: object,
  signal = new AbortController().signal,
): Promise<Changing> {
  const client = await connector.open(connector.settings.parse(settings), { ...context, signal });
  const actionOf = (operation: ActionOperation) => connector.actions![operation] as Action<unknown, object>;
  return {
    observe: (operation, target) => actionOf(operation).observe(client, target),
    async records(type) {
      const found: SourceRecord[] = [];
      const read = connector.reads(client).find(({ lands }) => lands === type)!;
      for await (const { records } of read.pages(client, undefined)) found.push(...records);
      return found;
    },
    async make(operation, target, beforeDisabling) {
      const action = actionOf(operation);
      const before = await action.observe(client, target);
      const wasApplied = !action.isDone(before, target, { image: before, beforeDisabling });
      if (wasApplied) await action.apply(client, target, { image: before, beforeDisabling });
      const after = await action.observe(client, target);
      if (!action.isDone(after, target, { image: before, beforeDisabling })) {
        throw new Error(`${operation} is not done: ${canonicalJson(after)}`);
      }
      const createdId = action.createdId?.(after);
      const undo = async () => {
        const present = await action.observe(client, target);
        if (canonicalJson(present) === canonicalJson(before)) return;
        if (canonicalJson(present) !== canonicalJson(after))
          throw new Error(`changed since: ${canonicalJson(present)}`);
        await action.restore(client, target, { before, after });
        const restored = await action.observe(client, target);
        if (canonicalJson(restored) !== canonicalJson(before)) {
          throw new Error(`not restored: ${canonicalJson(restored)} instead of ${canonicalJson(before)}`);
        }
      };
      return { before, after, wasApplied, createdId, undo };
    },
    close: async () => connector.close?.(client),
  };
}
