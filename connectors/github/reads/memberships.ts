// Who is in teams, who holds roles of the organisation and levels of repositories, and the workloads in their group.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { valueAt } from '../../../src/connector/json-values.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { GithubClient } from '../client.ts';
import { databaseId, memberRole, organisationRoleId, ownerRole, workloadId, workloadsId } from '../ids.ts';
import { isOwner } from '../records/accounts.ts';
import { everyMember } from './people.ts';
import { everyRepository } from './repositories.ts';
import { repositoryHolderPage } from './repository-access.ts';
import { holdersOfRoles } from './roles.ts';
import { everyTeam, oddTeam, teamMemberIds } from './teams.ts';

export async function* membershipPages(client: GithubClient): AsyncGenerator<Page> {
  const members = await everyMember(client);
  const people = members.items.flatMap(edge => {
    const [id, owner] = [databaseId(valueAt(edge, 'node')), isOwner(edge)];
    return id === undefined || owner === undefined
      ? []
      : [membershipRecord(['Account', id], ['Role', owner ? ownerRole : memberRole])];
  });
  yield { records: people, place: () => 'GraphQL members', gaps: members.gaps };
  yield* teamMembershipPages(client);
  const holders = await holdersOfRoles(client);
  const held = holders.holders.map(({ role, entity }) => membershipRecord(entity, ['Role', organisationRoleId(role)]));
  yield { records: held, place: () => 'GET organization-roles', gaps: holders.gaps };
  const { repositories, gaps } = await everyRepository(client);
  const workloads = repositories.map(({ nameWithOwner }) =>
    membershipRecord(['Account', workloadId(nameWithOwner)], ['UserGroup', workloadsId(client.login)]),
  );
  yield { records: workloads, place: () => 'GraphQL repositories', gaps };
  yield await repositoryHolderPage(client, membershipRecord);
}

async function* teamMembershipPages(client: GithubClient): AsyncGenerator<Page> {
  const { teams, gaps } = await everyTeam(client);
  const records: SourceRecord[] = [];
  const missing: Gap[] = [...gaps];
  for (const { node, members, gaps: failed } of teams) {
    const [id, parent] = [databaseId(node), databaseId(valueAt(node, 'parentTeam'))];
    if (id === undefined) {
      missing.push(oddTeam());
      continue;
    }
    if (parent !== undefined) records.push(membershipRecord(['UserGroup', id], ['UserGroup', parent]));
    records.push(...teamMemberIds(members).map(account => membershipRecord(['Account', account], ['UserGroup', id])));
    missing.push(...failed.map(gap => ({ ...gap, within: { field: 'managedViaObjectId', is: [id] } })));
  }
  yield { records, place: () => 'GraphQL teams', gaps: missing };
}
