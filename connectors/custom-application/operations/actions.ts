// The operations of the interface, carried out as a description says.
import {
  type Action,
  type ActionOperation,
  type Actions,
  actionOperations,
  ChangeRefused,
  type DeclaredActions,
  type Image,
} from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { OpenedSource } from '../client.ts';
import type { ChangedApi } from './changed-api.ts';
import type { DescribedOperation, DescribedOperations } from './compile-operations.ts';
import { hasRows, observedInApi } from './observe.ts';
import { type DescribedRequest, filledRequest, type TargetValues } from './templates.ts';

type Target = TargetValues;

export const describedActions = Object.fromEntries(
  actionOperations.map(operation => [
    operation,
    operation === 'CreateUserGroup' ? groupCreation() : stateChange(operation),
  ]),
) as unknown as Actions<OpenedSource>;

export const declaredActions: readonly DeclaredActions[] = [
  {
    operations: actionOperations,
    effect: 'Sends the requests that the description has for the operation in `operations`',
    rights: 'what these requests need',
    limits: 'Only where the description has the operation',
  },
];

/** What one source can change. */
export function offeredActions(operations: DescribedOperations): DeclaredActions[] {
  return actionOperations.flatMap((operation): DeclaredActions[] => {
    const { change } = operations[operation] ?? {};
    if (!change) return [];
    const { method, path } = change;
    return [{ operations: [operation], effect: `${method} ${path}`, rights: 'what this request needs' }];
  });
}

/** @throws ChangeRefused when the description lacks the operation */
function describedBy(client: OpenedSource, operation: ActionOperation): DescribedOperation & ChangedApi {
  const described = client.config.operations[operation];
  if (!described) throw new ChangeRefused(`the description of the source has no \`${operation}\` in \`operations\``);
  return { ...described, ...client.api!, system: String(client.config.application['name']) };
}

const send = (api: ChangedApi, request: DescribedRequest, target: Target) =>
  requestChange(api.api, api.system, filledRequest(request, target, api.base));

/** What each operation makes of the state of its target: whether an account may sign in, or whether there is a membership. */
const wanted: Readonly<Partial<Record<ActionOperation, boolean>>> = {
  DisableAccount: false,
  EnableAccount: true,
  ActivateAccount: true,
  AssignRole: true,
  RemoveRole: false,
  AddGroupMember: true,
  RemoveGroupMember: false,
};

/** The operations of an entry that each make one state. */
const makers = {
  true: ['EnableAccount', 'AssignRole', 'AddGroupMember'],
  false: ['DisableAccount', 'RemoveRole', 'RemoveGroupMember'],
} as const;

/** The image of a target; `is` is null for an account in a state that no operation makes, such as one that is invited. */
interface StateImage extends Image {
  readonly is: boolean | null;
  /** Of an account: as the application calls it. */
  readonly state?: string;
}

/** The state of an account, or a membership. */
function stateChange(operation: ActionOperation): Action<OpenedSource, Target> {
  const stateOfTarget = async (client: OpenedSource, target: Target): Promise<StateImage> => {
    const { observe, entry, ...api } = describedBy(client, operation);
    const seen = await observedInApi(api, observe, target);
    if (observe.value === undefined) return { is: seen !== undefined };
    const state = seen?.value ?? undefined;
    if (state === undefined)
      throw new ChangeRefused(`${api.system} has no account ${target['accountId']}, or shows no state of it`);
    const shows = (one: 'EnableAccount' | 'DisableAccount') => [entry[one]!.shows!].flat().includes(state);
    return { is: shows('EnableAccount') ? true : shows('DisableAccount') ? false : null, state };
  };
  return {
    observe: stateOfTarget,
    isDone: image => image['is'] === wanted[operation],
    async apply(client, target, before) {
      if ((await stateOfTarget(client, target)).is === wanted[operation]) return;
      const { state, is } = before.image as StateImage;
      if (is === null)
        throw new ChangeRefused(
          `the account is ${JSON.stringify(state)}, which no operation of the description could give back`,
        );
      const { change, ...api } = describedBy(client, operation);
      await send(api, change, target);
    },
    async restore(client, target, { before }) {
      const { is } = before as StateImage;
      if (is === null || (await stateOfTarget(client, target)).is === is) return;
      const { entry, ...api } = describedBy(client, operation);
      const inverse = makers[`${is}`].find(maker => entry[maker])!;
      await send(api, entry[inverse]!, target);
    },
  };
}

/** Undoing deletes a group only as long as nobody is in it. */
function groupCreation(): Action<OpenedSource, Target> {
  const observeGroup = async (client: OpenedSource, target: Target) => {
    const { observe, ...api } = describedBy(client, 'CreateUserGroup');
    return { groupId: (await observedInApi(api, observe, target))?.value ?? null };
  };
  return {
    observe: observeGroup,
    isDone: image => image['groupId'] !== null,
    async apply(client, target) {
      // Systems may have several groups of one name, so a second request would make a second group.
      if ((await observeGroup(client, target)).groupId !== null) return;
      const { change, ...api } = describedBy(client, 'CreateUserGroup');
      await send(api, change, target);
    },
    async restore(client, target, { before, after }) {
      const { entry, ...api } = describedBy(client, 'CreateUserGroup');
      const createdId = after['groupId'] as string | null;
      if (createdId === null || createdId === before['groupId']) return;
      if ((await observeGroup(client, target)).groupId !== createdId) return;
      if (await hasRows(api, entry.undo!.members, { createdId }))
        throw new ChangeRefused('the group is not empty any more; delete it in the application if nobody needs it');
      await send(api, entry.undo!, { createdId });
    },
    createdId: after => after['groupId'] as string,
  };
}
