// What teams and people may do with repositories: each level that somebody holds is a role. Read once for all reads that need it.

import type { Gap, Page, SourceRecord, Within } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, innerItems, wholeConnection } from '../graphql.ts';
import { databaseId, repositoryLevelId } from '../ids.ts';
import { wholeGithubList } from '../paging.ts';
import {
  collaboratorsOfRepositoryQuery,
  collaboratorsQuery,
  repositoriesOfTeamQuery,
  teamRepositoriesQuery,
} from '../queries.ts';
import type { RepositoryEnds } from '../records/entitlements.ts';
import { type CustomRoles, everyLevel, type RepositoryAccess, repositoryAccess } from '../records/levels.ts';
import { customRolesByName, repositoryRoles } from './custom-roles.ts';
import {
  everyRepository,
  hiddenIn,
  isInUse,
  oddRepository,
  type Repository,
  repositoryOfItem,
} from './repositories.ts';
import { oddTeam, teamsRemedy } from './teams.ts';

/** Somebody who has access to a repository directly. */
export interface RepositoryHolder {
  readonly entity: readonly ['Account' | 'UserGroup', string];
  readonly repository: RepositoryEnds;
  readonly access: RepositoryAccess;
}

/** What was not seen: everything, what one team has, or who has one repository directly. */
interface HolderGap {
  readonly gap: Gap;
  readonly team?: string;
  readonly repositoryId?: string;
}

interface Holders {
  readonly holders: readonly RepositoryHolder[];
  readonly gaps: readonly HolderGap[];
}

const repositoryHolders = (client: GithubClient): Promise<Holders> =>
  client.once('holders of repositories', async () => {
    const customRoles = await customRolesByName(client);
    const parts = [await holdingTeams(client, customRoles), await holdingPeople(client, customRoles)];
    return { holders: parts.flatMap(({ holders }) => holders), gaps: parts.flatMap(({ gaps }) => gaps) };
  });

type GrantedLevel = Omit<RepositoryHolder, 'entity'>;

/** With `repository_levels: all`: every level of every repository in use, whether somebody holds it or not. */
async function grantableLevels(
  client: GithubClient,
): Promise<{ readonly levels: readonly GrantedLevel[]; readonly gaps: readonly HolderGap[] }> {
  if (client.settings.repository_levels === 'held') return { levels: [], gaps: [] };
  const { repositories, gaps } = await everyRepository(client);
  const customRoles = await customRolesByName(client);
  const custom = [...customRoles.values()].flatMap(role => textAt(role, 'name') ?? []);
  const accesses = [...everyLevel, ...custom].flatMap(name => repositoryAccess(name, undefined, customRoles) ?? []);
  return {
    levels: repositories.filter(isInUse).flatMap(repository => accesses.map(access => ({ repository, access }))),
    gaps: [...gaps, ...(await repositoryRoles(client)).gaps].map(gap => ({ gap })),
  };
}

/**
 * A record for each level of a repository, as a page.
 * @param field the field of the records that has the id of the level
 */
export async function repositoryLevelPage(
  client: GithubClient,
  field: string,
  recordOf: (repository: RepositoryEnds, access: RepositoryAccess) => SourceRecord,
): Promise<Page> {
  const [held, grantable] = [await repositoryHolders(client), await grantableLevels(client)];
  const records = new Map<string, SourceRecord>();
  for (const { repository, access } of [...held.holders, ...grantable.levels]) {
    const id = repositoryLevelId(repository.id, access.name);
    if (!records.has(id)) records.set(id, recordOf(repository, access));
  }
  const within = ({ repositoryId = '' }: HolderGap) => levelsWithin(field, repositoryId);
  const gaps = gapsWithin([...held.gaps, ...grantable.gaps], within);
  return { records: [...records.values()], place: () => 'GraphQL repositories', gaps };
}

/** Who holds which level, as a page. */
export async function repositoryHolderPage(
  client: GithubClient,
  recordOf: (entity: RepositoryHolder['entity'], role: readonly ['Role', string]) => SourceRecord,
): Promise<Page> {
  const { holders, gaps } = await repositoryHolders(client);
  const records = holders.map(({ entity, repository, access }) =>
    recordOf(entity, ['Role', repositoryLevelId(repository.id, access.name)]),
  );
  const within = ({ team, repositoryId = '' }: HolderGap): Within =>
    team === undefined ? levelsWithin('managedViaObjectId', repositoryId) : { field: 'entityId', is: [team] };
  return { records, place: () => 'GraphQL repositories', gaps: gapsWithin(gaps, within) };
}

const gapsWithin = (gaps: readonly HolderGap[], within: (gap: HolderGap) => Within): Gap[] =>
  gaps.map(gap => ({ ...gap.gap, within: within(gap) }));

/** The levels of one repository, or of all. */
const levelsWithin = (field: string, repositoryId: string): Within => ({
  field,
  startsWith: [repositoryId === '' ? 'repository:' : repositoryLevelId(repositoryId, '')],
});

async function holdingTeams(client: GithubClient, customRoles: CustomRoles): Promise<Holders> {
  const holders: RepositoryHolder[] = [];
  const list = { name: 'repositories of teams', query: teamRepositoriesQuery, path: ['organization', 'teams'] };
  const teams = await wholeConnection(client, { ...list, remedy: teamsRemedy });
  const gaps: HolderGap[] = teams.gaps.map(gap => ({ gap }));
  await together(teams.items, async ({ value: node, faults }) => {
    const team = databaseId(node);
    if (team === undefined) {
      gaps.push({ gap: oddTeam() });
      return;
    }
    const teamAccess =
      customRoles.size > 0 ? await rolesOfTeam(client, team) : await levelsOfTeam(client, node, faults);
    gaps.push(...teamAccess.gaps.map(gap => ({ gap, team })));
    for (const { repository, roleName, coarse } of teamAccess.access) {
      const access = repositoryAccess(roleName, coarse, customRoles);
      if (access) holders.push({ entity: ['UserGroup', team], repository, access });
    }
  });
  return { holders, gaps };
}

interface TeamAccess {
  readonly access: readonly {
    readonly repository: RepositoryEnds;
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

async function holdingPeople(client: GithubClient, customRoles: CustomRoles): Promise<Holders> {
  const holders: RepositoryHolder[] = [];
  const repositories = await wholeConnection(client, collaboratorsConnection);
  const gaps: HolderGap[] = repositories.gaps.map(gap => ({ gap }));
  await together(repositories.items, async item => {
    const repository = repositoryOfItem(item);
    if (!repository) {
      gaps.push({ gap: oddRepository() });
      return;
    }
    const collaborators = await collaboratorsOf(client, repository);
    gaps.push(...collaborators.gaps.map(gap => ({ gap, repositoryId: repository.id })));
    for (const edge of collaborators.items) {
      const [id, access] = [databaseId(valueAt(edge, 'node')), directAccess(edge, customRoles)];
      if (id !== undefined && access) holders.push({ entity: ['Account', id], repository, access });
    }
  });
  return { holders, gaps };
}

async function collaboratorsOf(client: GithubClient, repository: Repository) {
  const inner = valueAt(repository.node, 'collaborators');
  const isHidden = inner === undefined || repository.faults.length > 0;
  const { items, gaps } = await innerItems(client, inner, {
    ...{ name: `collaborators of ${repository.nameWithOwner}`, query: collaboratorsOfRepositoryQuery },
    ...{ variables: { id: textAt(repository.node, 'id') }, path: ['node', 'collaborators'] },
    remedy: collaboratorsRemedy,
  });
  return { items, gaps: isHidden ? [hiddenIn(repository, 'collaborators', collaboratorsRemedy), ...gaps] : gaps };
}

/**
 * What a person has on a repository directly. The edge states the highest permission from all sources, such as ownership of the
 * organisation; the sources state each.
 */
export function directAccess(edge: unknown, customRoles: CustomRoles): RepositoryAccess | undefined {
  const sources = valueAt(edge, 'permissionSources');
  const direct = Array.isArray(sources)
    ? sources.filter(source => textAt(source, 'source', '__typename') === 'Repository')
    : [edge];
  const accesses = direct.flatMap(
    source => repositoryAccess(textAt(source, 'roleName'), textAt(source, 'permission'), customRoles) ?? [],
  );
  return accesses[0];
}
