// Administrator roles, those that are limited to organisational units, and what they permit.
import type { Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { GoogleClient } from '../client.ts';
import { roleList, sharedList } from '../lists.ts';
import { heldRoleId, roleAccess, roleAssignmentOf, roleOf } from '../records/roles.ts';

/** Each role, and once more for each organisational unit in which somebody holds it. */
async function heldRoles(client: GoogleClient) {
  const [roles, assignments] = [await sharedList(client, 'roles'), await sharedList(client, 'assignments')];
  const byId = new Map(roles.items.map(role => [textAt(role, 'roleId'), role]));
  const limited = assignments.items.flatMap(item => {
    const assignment = roleAssignmentOf(item);
    const role = assignment && byId.get(assignment.roleId);
    return role && assignment.unitId !== undefined
      ? [[heldRoleId(assignment), { role, unitId: assignment.unitId }] as const]
      : [];
  });
  const all = [...roles.items.map(role => ({ role, unitId: undefined })), ...new Map(limited).values()];
  return { all, gaps: [...roles.gaps, ...assignments.gaps] };
}

export async function* rolePages(client: GoogleClient): AsyncGenerator<Page> {
  const { all, gaps } = await heldRoles(client);
  yield recordPage(
    all,
    ({ role, unitId }) => roleOf(role, unitId),
    { subject: roleList(client).path, gaps },
    ({ role }) => textAt(role, 'roleId'),
  );
}

export async function* assignmentPages(client: GoogleClient): AsyncGenerator<Page> {
  const { all, gaps } = await heldRoles(client);
  const records = all.flatMap(({ role, unitId }) => roleAccess(role, client.customerId, unitId) ?? []);
  yield { records, gaps, place: () => roleList(client).path };
}
