// Makes the changes of a connector and undoes them as the service does, without the service.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Action, ActionOperation, Actions, ActionTargets, Image } from '../../src/connector/actions.ts';
import type { Connector } from '../../src/connector/contract.ts';

export interface Done {
  readonly before: Image;
  readonly after: Image;
  /** Local id of what was created. */
  readonly createdId: string | undefined;
  /** As a revert does: refused where the source does not show what the change has left. */
  undo(): Promise<void>;
}

export interface Actor {
  act<Operation extends ActionOperation>(operation: Operation, target: ActionTargets[Operation]): Promise<Done>;
  /** The reason for which the source does not make a change; `made` when it does. */
  refusal<Operation extends ActionOperation>(operation: Operation, target: ActionTargets[Operation]): Promise<string>;
  observe<Operation extends ActionOperation>(operation: Operation, target: ActionTargets[Operation]): Promise<Image>;
  close(): Promise<void>;
}

export async function openActor(connector: Connector, settings: Record<string, unknown>): Promise<Actor> {
  const client = await connector.open(connector.settings.parse(settings), {
    sourceId: 'source',
    applicationInstanceId: '00000000-0000-4000-8000-000000000000',
    baseFolder: '/',
    signal: new AbortController().signal,
    http: { retriesAtOnce: true },
  });
  const actionOf = <Operation extends ActionOperation>(operation: Operation) =>
    (connector.actions as Actions<unknown>)[operation] as unknown as Action<unknown, ActionTargets[Operation]>;
  const act: Actor['act'] = async (operation, target) => {
    const action = actionOf(operation);
    expect((await action.expand?.(client, target)) ?? [target]).toEqual([target]);
    const before = await action.observe(client, target);
    const context = { image: before, beforeDisabling: undefined };
    if (!action.isDone(before, target, context)) await action.apply(client, target, context);
    const after = await action.observe(client, target);
    if (!action.isDone(after, target, context)) throw new Error(`not confirmed: ${JSON.stringify(after)}`);
    return {
      before,
      after,
      createdId: action.createdId?.(after),
      async undo() {
        const now = await action.observe(client, target);
        if (isDeepStrictEqual(now, before)) return;
        if (!isDeepStrictEqual(now, after)) throw new Error(`changed meanwhile: ${JSON.stringify(now)}`);
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
    refusal: async (operation, target) =>
      act(operation, target).then(
        () => 'made',
        error => (error as Error).message,
      ),
    observe: (operation, target) => actionOf(operation).observe(client, target),
    close: async () => connector.close?.(client),
  };
}
