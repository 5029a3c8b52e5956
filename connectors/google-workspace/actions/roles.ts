// Assigns roles in the whole organisation, and removes these assignments.

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { GoogleClient } from '../client.ts';
import { assignmentList, roleList } from '../lists.ts';
import { type RoleAssignment, roleAssignmentOf } from '../records/roles.ts';
import { ask, completeList, storedUser } from './requests.ts';

type RoleTarget = ActionTargets['AssignRole'];

/** The assignments of the role to the account itself, in the whole organisation. */
async function assignmentsOf(client: GoogleClient, { accountId, roleId }: RoleTarget): Promise<RoleAssignment[]> {
  const items = await completeList(client, assignmentList(client, accountId));
  return items.flatMap(item => {
    const assignment = roleAssignmentOf(item);
    const fits =
      assignment?.roleId === roleId && assignment.assignee[1] === accountId && assignment.unitId === undefined;
    return fits ? [assignment] : [];
  });
}

async function setAssigned(client: GoogleClient, target: RoleTarget, assigned: boolean): Promise<void> {
  const url = `customer/${client.settings.customer}/roleassignments`;
  const present = await assignmentsOf(client, target);
  if (assigned) {
    const { accountId: assignedTo, roleId } = target;
    if (present.length === 0)
      await ask(client, { method: 'POST', url, json: { roleId, assignedTo, scopeType: 'CUSTOMER' } });
    return;
  }
  for (const { assignmentId } of present) {
    if (assignmentId === undefined) throw new ChangeRefused('Google does not name the assignment of the role');
    await ask(client, { method: 'DELETE', url: `${url}/${encodeURIComponent(assignmentId)}`, accepts: [404] });
  }
}

/** @throws ChangeRefused for a role that is limited, and one that does not exist */
async function refuseUnmanaged(client: GoogleClient, roleId: string): Promise<void> {
  if (roleId.includes('@'))
    throw new ChangeRefused('the role is limited to an organisational unit; change it in the admin console');
  const roles = await completeList(client, roleList(client));
  if (!roles.some(role => textAt(role, 'roleId') === roleId))
    throw new ChangeRefused(`there is no role with the id ${roleId}`);
}

async function isAssigned(client: GoogleClient, target: RoleTarget): Promise<boolean> {
  await refuseUnmanaged(client, target.roleId);
  await storedUser(client, target.accountId);
  return (await assignmentsOf(client, target)).length > 0;
}

export const roleAction = (assigns: boolean): Action<GoogleClient, RoleTarget> =>
  flagAction('assigned', assigns, { read: isAssigned, set: setAssigned });
