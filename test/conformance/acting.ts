// Makes the changes of a connector and undoes them as the service does, without the service.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { canonicalJson } from '../../src/canonical-json.ts';
import {
  type Action,
  type ActionOperation,
  type Actions,
  type ActionTargets,
  ChangeRefused,
  type Image,
} from '../../src/connector/actions.ts';
import type { Connector, ObjectsRead, SourceRecord } from '../../src/connector/contract.ts';

export interface Done {
  readonly before: Image;
  readonly after: Image;
  /** False when the source showed the change already. */
  readonly wasApplied: boolean;
  /** What somebody has to do in the source until the change takes effect. */
  readonly pending: string | undefined;
  /** Local id of what was created. */
  readonly createdId: string | undefined;
  /** As a revert does: refused where the source does not show what the change has left. */
  undo(): Promise<void>;
}

export interface Actor {
  /** @throws what the connector throws, or when the source does not show the change */
  act<Operation extends ActionOperation>(
    operation: Operation,
    target: ActionTargets[Operation],
    beforeDisabling?: Image,
  ): Promise<Done>;
  /** The reason for which the source does not make a change; `made` when it does. */
  refusal<Operation extends ActionOperation>(operation: Operation, target: ActionTargets[Operation]): Promise<string>;
  observe<Operation extends ActionOperation>(operation: Operation, target: ActionTargets[Operation]): Promise<Image>;
  /** What the same client reads of a type. */
  records(type: string): Promise<SourceRecord[]>;
  /** What the same client says of single accounts. */
  accounts(ids: readonly string[]): Promise<ObjectsRead>;
  close(): Promise<void>;
}

/** What the refusal of a change says; `made` when it was made, and name and message of other errors. */
export const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'made',
    (error: Error) => (error instanceof ChangeRefused ? error.message : `${error.name}: ${error.message}`),
  );

/** @param settings of the source, as in `rolecall.yaml` */
export async function openActor(
  connector: Connector,
  settings: object,
  signal = new AbortController().signal,
): Promise<Actor> {
  const client = await connector.open(connector.settings.parse(settings), {
    sourceId: 'source',
    applicationInstanceId: '00000000-0000-4000-8000-000000000000',
    baseFolder: '/',
    signal,
    http: { retriesAtOnce: true },
  });
  const actionOf = <Operation extends ActionOperation>(operation: Operation) =>
    (connector.actions as Actions<unknown>)[operation] as unknown as Action<unknown, ActionTargets[Operation]>;
  const act: Actor['act'] = async (operation, target, beforeDisabling) => {
    const action = actionOf(operation);
    expect((await action.expand?.(client, target)) ?? [target]).toEqual([target]);
    const before = await action.observe(client, target);
    const context = { image: before, beforeDisabling };
    const wasApplied = !action.isDone(before, target, context);
    if (wasApplied) await action.apply(client, target, context);
    const after = await action.observe(client, target);
    if (!action.isDone(after, target, context)) throw new Error(`not confirmed: ${canonicalJson(after)}`);
    return {
      before,
      after,
      wasApplied,
      pending: action.pending?.(after, target),
      createdId: action.createdId?.(after),
      async undo() {
        const now = await action.observe(client, target);
        if (isDeepStrictEqual(now, before)) return;
        if (!isDeepStrictEqual(now, after)) throw new Error(`changed meanwhile: ${canonicalJson(now)}`);
        await action.restore(client, target, { before, after });
        expect(await action.observe(client, target)).toEqual(before);
        // Once is enough, and twice does no harm.
        await action.restore(client, target, { before, after }).catch(() => {});
        expect(await action.observe(client, target)).toEqual(before);
      },
    };
  };
  return {
    act,
    refusal: (operation, target) => refusalOf(act(operation, target)),
    observe: (operation, target) => actionOf(operation).observe(client, target),
    async records(type) {
      const found: SourceRecord[] = [];
      const read = connector.reads(client).find(({ lands }) => lands === type)!;
      for await (const { records } of read.pages(client, undefined)) found.push(...records);
      return found;
    },
    accounts: ids => connector.readObjects!['Account']!(client, ids),
    close: async () => connector.close?.(client),
  };
}
