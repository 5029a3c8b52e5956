// Teams as groups, and who is in teams and roles.
import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import { type RelationshipEnd, relationshipId } from '../../../src/connector/relationship-id.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, innerItems, wholeConnection } from '../graphql.ts';
import { databaseId, memberRole, organisationRoleId, ownerRole, workloadId, workloadsId } from '../ids.ts';
import { teamMembersQuery, teamsQuery } from '../queries.ts';
import { isOwner } from '../records/accounts.ts';
import { teamOf, workloadGroup } from '../records/groups.ts';
import { everyMember } from './people.ts';
import { everyRepository, together } from './repositories.ts';
import { holdersOfRoles } from './roles.ts';

export const teamsRemedy = 'grant the organisation permission Members: read, or the scope read:org to a classic token';

interface Team {
  readonly node: unknown;
  /** Edges of the members that the team itself has, and not only a team below it. */
  readonly members: readonly unknown[];
  readonly gaps: readonly Gap[];
}

export const teamsConnection: Connection = {
  ...{ name: 'teams', query: teamsQuery, path: ['organization', 'teams'], remedy: teamsRemedy },
};

function everyTeam(client: GithubClient): Promise<{ teams: readonly Team[]; gaps: readonly Gap[] }> {
  return client.once('teams', async () => {
    const { items, gaps } = await wholeConnection(client, teamsConnection);
    const teams: Team[] = [];
    await together(items, async ({ value: node, faults }) => {
      const inner = valueAt(node, 'members');
      const members = await innerItems(client, inner, {
        ...{ name: `members of team ${textAt(node, 'slug')}`, query: teamMembersQuery },
        ...{ variables: { id: textAt(node, 'id') }, path: ['node', 'members'], remedy: teamsRemedy },
      });
      teams.push({ node, members: members.items, gaps: [...members.gaps, ...hiddenMembers(node, faults)] });
    });
    return { teams, gaps };
  });
}

/** An object of the list that is no team: something may be missing. */
export const oddTeam = (): Gap => {
  return { reason: 'failed', subject: 'GraphQL teams', message: 'a team has no databaseId', missing: 'objects' };
};

function hiddenMembers(node: unknown, faults: readonly string[]): Gap[] {
  if (valueAt(node, 'members') !== undefined && faults.length === 0) return [];
  const message = `${faults[0] ?? 'GitHub does not show the members'}; ${teamsRemedy}`;
  return [
    { reason: 'forbidden', subject: `GraphQL members of team ${textAt(node, 'slug')}`, message, missing: 'objects' },
  ];
}

const memberIds = (edges: readonly unknown[], role?: string) =>
  edges
    .filter(edge => role === undefined || textAt(edge, 'role') === role)
    .flatMap(edge => databaseId(valueAt(edge, 'node')) ?? []);

export async function* groupPages(client: GithubClient): AsyncGenerator<Page> {
  const { teams, gaps } = await everyTeam(client);
  const page = recordPage(
    teams,
    ({ node, members }) => teamOf(node, memberIds(members, 'MAINTAINER')),
    { subject: 'GraphQL teams', gaps },
    ({ node }) => databaseId(node),
  );
  yield { ...page, records: [...page.records, workloadGroup(client.login)] };
}

export async function* membershipPages(client: GithubClient): AsyncGenerator<Page> {
  const members = await everyMember(client);
  const people = members.items.flatMap(edge => {
    const [id, owner] = [databaseId(valueAt(edge, 'node')), isOwner(edge)];
    return id === undefined || owner === undefined
      ? []
      : [membership(['Account', id], ['Role', owner ? ownerRole : memberRole])];
  });
  yield { records: people, place: () => 'GraphQL members', gaps: members.gaps };
  yield* teamMembershipPages(client);
  const holders = await holdersOfRoles(client);
  const held = holders.holders.map(({ role, entity }) => membership(entity, ['Role', organisationRoleId(role)]));
  yield { records: held, place: () => 'GET organization-roles', gaps: holders.gaps };
  const { repositories, gaps } = await everyRepository(client);
  const workloads = repositories.map(({ nameWithOwner }) =>
    membership(['Account', workloadId(nameWithOwner)], ['UserGroup', workloadsId(client.login)]),
  );
  yield { records: workloads, place: () => 'GraphQL repositories', gaps };
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
    if (parent !== undefined) records.push(membership(['UserGroup', id], ['UserGroup', parent]));
    records.push(...memberIds(members).map(account => membership(['Account', account], ['UserGroup', id])));
    missing.push(...failed.map(gap => ({ ...gap, within: { field: 'managedViaObjectId', is: [id] } })));
  }
  yield { records, place: () => 'GraphQL teams', gaps: missing };
}

function membership(entity: RelationshipEnd, holder: readonly ['UserGroup' | 'Role', string]): SourceRecord {
  return {
    id: relationshipId(entity, holder),
    ...{ entityId: entity[1], entityType: entity[0], managedViaObjectId: holder[1], managedViaObjectType: holder[0] },
  };
}
