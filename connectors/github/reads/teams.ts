// Teams as groups, with their members.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, innerItems, wholeConnection } from '../graphql.ts';
import { databaseId } from '../ids.ts';
import { teamMembersQuery, teamsQuery } from '../queries.ts';
import { teamOf, workloadGroup } from '../records/groups.ts';

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

export function everyTeam(client: GithubClient): Promise<{ teams: readonly Team[]; gaps: readonly Gap[] }> {
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

/** @param role `MAINTAINER` or `MEMBER`; undefined: both */
export const teamMemberIds = (edges: readonly unknown[], role?: string) =>
  edges
    .filter(edge => role === undefined || textAt(edge, 'role') === role)
    .flatMap(edge => databaseId(valueAt(edge, 'node')) ?? []);

export async function* groupPages(client: GithubClient): AsyncGenerator<Page> {
  const { teams, gaps } = await everyTeam(client);
  const page = recordPage(
    teams,
    ({ node, members }) => teamOf(node, teamMemberIds(members, 'MAINTAINER')),
    { subject: 'GraphQL teams', gaps },
    ({ node }) => databaseId(node),
  );
  yield { ...page, records: [...page.records, workloadGroup(client.login)] };
}
