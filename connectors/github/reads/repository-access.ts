// What teams and people may do with repositories.
import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, connectionPages, innerItems } from '../graphql.ts';
import { databaseId, repositoryResourceId } from '../ids.ts';
import { wholeGithubList } from '../list.ts';
import {
  collaboratorsOfRepositoryQuery,
  collaboratorsQuery,
  repositoriesOfTeamQuery,
  teamRepositoriesQuery,
} from '../queries.ts';
import { repositoryAssignment } from '../records/entitlements.ts';
import { type CustomRoles, repositoryAccess } from '../records/levels.ts';
import { hiddenIn, oddRepository, type Repository, repositoryOfItem, together } from './repositories.ts';
import { customRolesByName } from './roles.ts';
import { oddTeam, teamsRemedy } from './teams.ts';

/** A page of a part of the read, and where the part goes on. */
export interface PartPage {
  readonly page: Page;
  readonly next?: string | undefined;
}

export async function* teamPart(client: GithubClient, from: string | undefined): AsyncGenerator<PartPage> {
  const customRoles = await customRolesByName(client);
  const path = ['organization', 'teams'];
  const list = { name: 'repositories of teams', query: teamRepositoriesQuery, path, remedy: teamsRemedy };
  for await (const { items, gaps, next, subject } of connectionPages(client, list, from)) {
    const [records, missing] = [[] as SourceRecord[], [...gaps]];
    await together(items, async ({ value: team, faults }) => {
      const id = databaseId(team);
      if (id === undefined) {
        missing.push(oddTeam());
        return;
      }
      const teamAccess =
        customRoles.size > 0 ? await rolesOfTeam(client, id) : await levelsOfTeam(client, team, faults);
      const within = { field: 'entityId', is: [id] };
      missing.push(...teamAccess.gaps.map(gap => ({ ...gap, within })));
      for (const { repository, roleName, coarse } of teamAccess.access) {
        const access = repositoryAccess(roleName, coarse, customRoles);
        if (access) records.push(repositoryAssignment(['UserGroup', id], repository, access));
      }
    });
    yield { page: { records, place: () => subject, gaps: missing }, next };
  }
}

interface TeamAccess {
  readonly access: readonly {
    readonly repository: Pick<Repository, 'id' | 'nameWithOwner'>;
    readonly roleName: string | undefined;
    readonly coarse: string | undefined;
  }[];
  readonly gaps: readonly Gap[];
}

/** GraphQL shows no custom roles of teams, so an organisation that has custom roles is asked by REST, team by team. */
async function rolesOfTeam(client: GithubClient, id: string): Promise<TeamAccess> {
  const url = `organizations/${client.orgId}/team/${encodeURIComponent(id)}/repos`;
  const { items, gaps } = await wholeGithubList(client, { url, remedy: teamsRemedy, absent: [404] });
  const access = items.flatMap(item => {
    const [repository, nameWithOwner] = [textAt(item, 'id'), textAt(item, 'full_name')];
    if (repository === undefined || nameWithOwner === undefined) return [];
    const levels = ['admin', 'maintain', 'push', 'triage', 'pull'];
    const coarse = levels.find(level => valueAt(item, 'permissions', level) === true);
    return [{ repository: { id: repository, nameWithOwner }, roleName: textAt(item, 'role_name'), coarse }];
  });
  return { access, gaps };
}

async function levelsOfTeam(client: GithubClient, team: unknown, faults: readonly string[]): Promise<TeamAccess> {
  const inner = valueAt(team, 'repositories');
  const name = `repositories of team ${databaseId(team)}`;
  const { items, gaps } = await innerItems(client, inner, {
    ...{ name, query: repositoriesOfTeamQuery, variables: { id: textAt(team, 'id') } },
    ...{ path: ['node', 'repositories'], remedy: teamsRemedy },
  });
  const access = items.flatMap(edge => {
    const repository = repositoryOfItem({ value: valueAt(edge, 'node'), faults: [] });
    return repository ? [{ repository, roleName: undefined, coarse: textAt(edge, 'permission') }] : [];
  });
  const message = `${faults[0] ?? 'GitHub does not show the repositories'}; ${teamsRemedy}`;
  const isHidden = inner === undefined || faults.length > 0;
  const hidden: Gap = { reason: 'forbidden', subject: `GraphQL ${name}`, message, missing: 'objects' };
  return { access, gaps: isHidden ? [...gaps, hidden] : gaps };
}

export const collaboratorsRemedy =
  'grant the repository permission Administration: read, or the scope repo to the token of an owner';

export const collaboratorsConnection: Connection = {
  ...{ name: 'collaborators', query: collaboratorsQuery, path: ['organization', 'repositories'] },
  remedy: collaboratorsRemedy,
};

export async function* collaboratorPart(client: GithubClient, from: string | undefined): AsyncGenerator<PartPage> {
  const customRoles = await customRolesByName(client);
  for await (const { items, gaps, next, subject } of connectionPages(client, collaboratorsConnection, from)) {
    const [records, missing] = [[] as SourceRecord[], [...gaps]];
    await together(items, async item => {
      const repository = repositoryOfItem(item);
      if (!repository) {
        missing.push(oddRepository());
        return;
      }
      const inner = valueAt(repository.node, 'collaborators');
      const within = { field: 'assignedObjectId', is: [repositoryResourceId(repository.id)] };
      if (inner === undefined || repository.faults.length > 0)
        missing.push(hiddenIn(repository, 'collaborators', collaboratorsRemedy, within));
      const collaborators = await innerItems(client, inner, {
        ...{ name: `collaborators of ${repository.nameWithOwner}`, query: collaboratorsOfRepositoryQuery },
        ...{
          variables: { id: textAt(repository.node, 'id') },
          path: ['node', 'collaborators'],
          remedy: collaboratorsRemedy,
        },
      });
      missing.push(...collaborators.gaps.map(gap => ({ ...gap, within })));
      records.push(...collaborators.items.flatMap(edge => collaborator(edge, repository, customRoles)));
    });
    yield { page: { records, place: () => subject, gaps: missing }, next };
  }
}

/**
 * What a person has on a repository directly. The edge states the highest permission from all sources, such as ownership of the
 * organisation; the sources state each.
 */
function collaborator(edge: unknown, repository: Repository, customRoles: CustomRoles): SourceRecord[] {
  const id = databaseId(valueAt(edge, 'node'));
  if (id === undefined) return [];
  const sources = valueAt(edge, 'permissionSources');
  const direct = Array.isArray(sources)
    ? sources.filter(source => textAt(source, 'source', '__typename') === 'Repository')
    : [edge];
  const accesses = direct.flatMap(
    source => repositoryAccess(textAt(source, 'roleName'), textAt(source, 'permission'), customRoles) ?? [],
  );
  return accesses.slice(0, 1).map(access => repositoryAssignment(['Account', id], repository, access));
}
