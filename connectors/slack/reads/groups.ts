// User groups and roles, and who is in them.

import type { Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { distinctRecords, recordPage } from '../../../src/connector/record-pages.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { SlackClient } from '../client.ts';
import { lists, sharedList } from '../lists.ts';
import { groupMembers } from '../records/channels.ts';
import { isInUse, userGroupOf } from '../records/groups.ts';
import { accountRoles, assignmentOf, organisationRole, roleOf } from '../records/roles.ts';
import { isBot } from '../records/users.ts';

export async function* groupPages(client: SlackClient): AsyncGenerator<Page> {
  const { items, gaps } = await sharedList(client, 'groups');
  yield recordPage(items.filter(isInUse), userGroupOf, { subject: lists.groups.method, gaps });
}

export async function* rolePages(client: SlackClient): AsyncGenerator<Page> {
  const { assignments, gaps } = await organisationAssignments(client);
  const ids = new Set(assignments.map(({ roleId }) => roleId));
  yield { records: [...accountRoles, ...[...ids].map(organisationRole)], gaps };
}

/** Roles beside account types exist in organisations (plan Enterprise) only. */
async function organisationAssignments(client: SlackClient) {
  if (textAt(client.identity, 'enterprise_id') === undefined) return { assignments: [], gaps: [] };
  const { items, gaps } = await sharedList(client, 'roleAssignments');
  return { assignments: items.flatMap(item => assignmentOf(item) ?? []), gaps };
}

export async function* membershipPages(client: SlackClient): AsyncGenerator<Page> {
  const groups = await sharedList(client, 'groups');
  const inGroups = groups.items.filter(isInUse).flatMap(group => {
    const id = textAt(group, 'id');
    return id === undefined
      ? []
      : groupMembers(group).map(user => membershipRecord(['Account', user], ['UserGroup', id]));
  });
  yield { records: inGroups, gaps: groups.gaps, place: () => lists.groups.method };
  const users = await sharedList(client, 'users');
  const inRoles = users.items.flatMap(user => {
    const id = textAt(user, 'id');
    const hasRole = id !== undefined && !isBot(user) && textAt(user, 'team_id') === client.teamId;
    return hasRole ? [membershipRecord(['Account', id], ['Role', roleOf(user)])] : [];
  });
  const { assignments, gaps } = await organisationAssignments(client);
  const inOrganisation = assignments.map(({ userId, roleId }) =>
    membershipRecord(['Account', userId], ['Role', roleId]),
  );
  yield {
    records: distinctRecords([...inRoles, ...inOrganisation]),
    gaps: [...users.gaps, ...gaps],
    place: () => lists.users.method,
  };
}
