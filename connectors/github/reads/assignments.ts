// Who may do what: roles, applications and tokens on the organisation, teams and people on repositories, workloads on secrets.
import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { listCursor, listPlaceOf } from '../../../src/connector/record-pages.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, type ConnectionItem, connectionPages, innerItems } from '../graphql.ts';
import {
  databaseId,
  deployKeyId,
  fineGrainedTokenId,
  installationId,
  organisationResourceId,
  organisationRoleId,
  repositoryResourceId,
  secretResourceId,
  workloadId,
  workloadsId,
} from '../ids.ts';
import { wholeGithubList } from '../list.ts';
import {
  collaboratorsOfRepositoryQuery,
  collaboratorsQuery,
  repositoriesOfTeamQuery,
  teamRepositoriesQuery,
} from '../queries.ts';
import {
  baseAccess,
  baseAccessId,
  fineGrainedTokenAccess,
  installationAccess,
  organisationRoleAccess,
  ownerAccess,
  repositoryAssignment,
  secretAccess,
} from '../records/entitlements.ts';
import { type CustomRoles, repositoryAccess } from '../records/levels.ts';
import { fineGrainedTokens, installations, tokensRemedy } from './accounts.ts';
import {
  everyDeployKey,
  everyRepository,
  hiddenIn,
  keyGaps,
  type Repository,
  repositoryOfItem,
  together,
} from './repositories.ts';
import { sortedRepositories } from './resources.ts';
import { customRolesByName, organisationRoles } from './roles.ts';
import {
  organisationSecrets,
  repositoriesOfSecret,
  repositoryKinds,
  secretName,
  secretsOfRepository,
} from './secrets.ts';
import { teamsRemedy } from './teams.ts';

/** A page of a part, and where the part goes on. */
interface PartPage {
  readonly page: Page;
  readonly next?: string | undefined;
}

/** The parts of the read. Each continues where its last saved page ended. */
const parts: readonly (readonly [
  name: string,
  pages: (client: GithubClient, from: string | undefined) => AsyncGenerator<PartPage>,
])[] = [
  ['organisation', organisationPart],
  ['teams', teamPart],
  ['collaborators', collaboratorPart],
  ['secrets', secretPart],
];

export async function* assignmentPages(client: GithubClient, cursor?: string): AsyncGenerator<Page> {
  const place = listPlaceOf(cursor);
  const first = place === undefined ? 0 : parts.findIndex(([name]) => name === place.list);
  for (const [index, [name, pages]] of parts.entries()) {
    if (index < first) continue;
    const following = parts[index + 1]?.[0];
    for await (const { page, next } of pages(client, index === first ? place?.from : undefined)) {
      const after = next === undefined ? following && { list: following } : { list: name, from: next };
      yield { ...page, ...(after && { cursor: listCursor(after) }) };
    }
  }
}

/** This part is a single page, so that a resumed read begins with it again. */
async function* organisationPart(client: GithubClient): AsyncGenerator<PartPage> {
  const pages = await Promise.all([roleAccess(client), machineAccess(client), organisationSecretAccess(client)]);
  const records = pages.flatMap(page => page.records);
  yield { page: { records, place: () => `GET /${client.path}`, gaps: pages.flatMap(page => page.gaps ?? []) } };
}

async function roleAccess(client: GithubClient): Promise<Page> {
  const roles = await organisationRoles(client);
  const base = textAt(client.org, 'default_repository_permission');
  const records = [
    ...ownerAccess(client),
    ...baseAccess(base, client),
    ...roles.items.flatMap(role => organisationRoleAccess(role, client)),
  ];
  const gaps: Gap[] = roles.gaps.map(gap => ({
    ...gap,
    within: { field: 'entityId', startsWith: [organisationRoleId('')] },
  }));
  if (base === undefined)
    gaps.push({
      ...{ reason: 'forbidden', subject: `GET /${client.path}`, missing: 'objects' },
      within: { field: 'id', is: [baseAccessId(client)] },
      message:
        'the base permission of members is not shown; grant the organisation permission Administration: read, or admin:org to the token of an owner',
    });
  return { records, gaps };
}

async function machineAccess(client: GithubClient): Promise<Page> {
  const records: SourceRecord[] = [];
  const gaps: Gap[] = [];
  const missing = (failed: readonly Gap[], prefix: string) =>
    gaps.push(...failed.map(gap => ({ ...gap, within: { field: 'entityId', startsWith: [prefix] } })));
  const apps = await installations(client);
  missing(apps.gaps, installationId(''));
  for (const app of apps.items) {
    const id = textAt(app, 'id');
    if (id !== undefined) records.push(...installationAccess(installationId(id), app, client));
  }
  const tokens = await fineGrainedTokens(client);
  missing(tokens.gaps, fineGrainedTokenId(''));
  await together(tokens.items, async token => {
    const id = textAt(token, 'id');
    if (id === undefined) return;
    const isSubset = textAt(token, 'repository_selection') === 'subset';
    const url = `${client.path}/personal-access-tokens/${encodeURIComponent(id)}/repositories`;
    const list = isSubset && (await wholeGithubList(client, { url, remedy: tokensRemedy, absent: [404] }));
    if (list)
      gaps.push(...list.gaps.map(gap => ({ ...gap, within: { field: 'entityId', is: [fineGrainedTokenId(id)] } })));
    records.push(...fineGrainedTokenAccess(fineGrainedTokenId(id), token, list ? list.items : [], client));
  });
  const keys = await everyDeployKey(client);
  for (const { repository, key } of keys.keys) {
    const id = textAt(key, 'id');
    const level = valueAt(key, 'read_only') === true ? 'pull' : 'push';
    if (id === undefined) continue;
    records.push(repositoryAssignment(['Account', deployKeyId(repository.id, id)], repository, { name: level, level }));
  }
  return { records, gaps: [...gaps, ...keyGaps(keys, 'entityId')] };
}

/** Which workloads get the secrets of the organisation. */
async function organisationSecretAccess(client: GithubClient): Promise<Page> {
  const [records, gaps] = [[] as SourceRecord[], [] as Gap[]];
  const { repositories } = await everyRepository(client);
  const closed = repositories.filter(({ node }) => textAt(node, 'visibility') !== 'PUBLIC');
  for (const kind of repositoryKinds) {
    const { items, gaps: failed } = await organisationSecrets(client, kind);
    const idOf = (name: string) => secretResourceId(organisationResourceId(client.orgId), kind, name);
    gaps.push(...failed.map(gap => ({ ...gap, within: { field: 'assignedObjectId', startsWith: [idOf('')] } })));
    for (const secret of items) {
      const name = secretName(secret);
      if (name === undefined) continue;
      const visibility = textAt(secret, 'visibility');
      const selected = visibility === 'selected' ? await repositoriesOfSecret(client, kind, name) : undefined;
      gaps.push(
        ...(selected?.gaps ?? []).map(gap => ({ ...gap, within: { field: 'assignedObjectId', is: [idOf(name)] } })),
      );
      const names = selected
        ? selected.items.flatMap(item => textAt(item, 'full_name') ?? [])
        : visibility === 'private'
          ? closed.map(({ nameWithOwner }) => nameWithOwner)
          : [];
      if (visibility === 'all') records.push(secretAccess(['UserGroup', workloadsId(client.login)], idOf(name), kind));
      records.push(...names.map(each => secretAccess(['Account', workloadId(each)], idOf(name), kind)));
    }
  }
  return { records, gaps };
}

async function* teamPart(client: GithubClient, from: string | undefined): AsyncGenerator<PartPage> {
  const customRoles = await customRolesByName(client);
  const path = ['organization', 'teams'];
  const list = { name: 'repositories of teams', query: teamRepositoriesQuery, path, remedy: teamsRemedy };
  for await (const { items, gaps, next, subject } of connectionPages(client, list, from)) {
    const [records, missing] = [[] as SourceRecord[], [...gaps]];
    await together(items as ConnectionItem[], async ({ value: team, faults }) => {
      const id = databaseId(team);
      if (id === undefined) return;
      const found = customRoles.size > 0 ? await rolesOfTeam(client, id) : await levelsOfTeam(client, team, faults);
      const within = { field: 'entityId', is: [id] };
      missing.push(...found.gaps.map(gap => ({ ...gap, within })));
      for (const { repository, roleName, coarse } of found.access) {
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

async function* collaboratorPart(client: GithubClient, from: string | undefined): AsyncGenerator<PartPage> {
  const customRoles = await customRolesByName(client);
  for await (const { items, gaps, next, subject } of connectionPages(client, collaboratorsConnection, from)) {
    const [records, missing] = [[] as SourceRecord[], [...gaps]];
    await together(items as ConnectionItem[], async item => {
      const repository = repositoryOfItem(item);
      if (!repository) return;
      const inner = valueAt(repository.node, 'collaborators');
      const within = { field: 'assignedObjectId', is: [repositoryResourceId(repository.id)] };
      if (inner === undefined || repository.faults.length > 0)
        missing.push(hiddenIn(repository, 'collaborators', collaboratorsRemedy, within));
      const found = await innerItems(client, inner, {
        ...{ name: `collaborators of ${repository.nameWithOwner}`, query: collaboratorsOfRepositoryQuery },
        ...{
          variables: { id: textAt(repository.node, 'id') },
          path: ['node', 'collaborators'],
          remedy: collaboratorsRemedy,
        },
      });
      missing.push(...found.gaps.map(gap => ({ ...gap, within })));
      records.push(...found.items.flatMap(edge => collaborator(edge, repository, customRoles)));
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
  const own = Array.isArray(sources)
    ? sources.filter(source => textAt(source, 'source', '__typename') === 'Repository')
    : [edge];
  const accesses = own.flatMap(
    source => repositoryAccess(textAt(source, 'roleName'), textAt(source, 'permission'), customRoles) ?? [],
  );
  return accesses.slice(0, 1).map(access => repositoryAssignment(['Account', id], repository, access));
}

/** Repositories whose secrets are looked at before a page is saved. */
const repositoriesPerPage = 50;

/** Which workloads get the secrets of repositories: each those of its own. */
async function* secretPart(client: GithubClient, from: string | undefined): AsyncGenerator<PartPage> {
  if (client.settings.secrets_of === 'organisation') return;
  const { repositories, gaps } = await everyRepository(client);
  const landed = await client.context.landedBefore?.('ResourceInstance', 'name');
  const ordered = sortedRepositories(repositories).filter(({ id }) => from === undefined || BigInt(id) > BigInt(from));
  const names = namesByList([...(landed?.keys() ?? [])]);
  for (let start = 0; start < ordered.length; start += repositoriesPerPage) {
    const chunk = ordered.slice(start, start + repositoriesPerPage);
    const [records, missing] = [[] as SourceRecord[], [] as Gap[]];
    await together(chunk, async repository => {
      const owner = repositoryResourceId(repository.id);
      for (const { kind, items, gaps: failed, isUnchanged } of await secretsOfRepository(client, repository)) {
        const prefix = secretResourceId(owner, kind, '');
        const ids = isUnchanged
          ? (names.get(prefix) ?? [])
          : items.flatMap(secret => secretResourceId(owner, kind, secretName(secret) ?? ''));
        records.push(...ids.map(id => secretAccess(['Account', workloadId(repository.nameWithOwner)], id, kind)));
        missing.push(...failed.map(gap => ({ ...gap, within: { field: 'assignedObjectId', startsWith: [prefix] } })));
      }
    });
    yield { page: { records, place: () => 'GET secrets', gaps: missing }, next: chunk.at(-1)!.id };
  }
  yield { page: { records: [], gaps } };
}

/** What the ids of a list of secrets begin with → the ids that former reads landed. */
function namesByList(ids: readonly string[]): Map<string, string[]> {
  return Map.groupBy(
    ids.filter(id => id.startsWith('secret:')),
    id => /^secret:repository:\d+:\w+:/.exec(id)?.[0] ?? '',
  );
}
