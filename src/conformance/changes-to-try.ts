// The targets on which the rules for changes are tried. The source is changed, so only the caller can name them.
import { z } from 'zod';
import type { ActionOperation, ActionTargets } from '../connector/actions.ts';

const id = z.string().min(1);
const account = z.strictObject({ accountId: id });
const role = z.strictObject({ accountId: id, roleId: id });
const group = z.strictObject({ accountId: id, groupId: id });

const targets = {
  DisableAccount: account,
  EnableAccount: account,
  ActivateAccount: account,
  AssignRole: role,
  RemoveRole: role,
  AddGroupMember: group,
  RemoveGroupMember: group,
  CreateUserGroup: z.strictObject({ groupName: id }),
} satisfies { [Operation in ActionOperation]: z.ZodType<ActionTargets[Operation]> };

/**
 * A target for each operation that may be tried, by local ids. The operation must still have something to do there: an account that
 * does not have the role yet. An account that is enabled is disabled first to try `EnableAccount` and `ActivateAccount`.
 */
export const changesToTry = z.strictObject(targets).partial();
export type ChangesToTry = z.output<typeof changesToTry>;
