// Repositories, what is known of them, and their deploy keys. Read once for all reads that need them.

import type { Gap, Within } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, type ConnectionItem, innerItems, wholeConnection } from '../graphql.ts';
import { databaseId, deployKeyId, deployKeysPrefix } from '../ids.ts';
import { wholeGithubList } from '../paging.ts';
import { environmentsQuery, repositoriesQuery } from '../queries.ts';
import type { DeployKey } from '../records/machines.ts';

/** A repository that has what all reads need of it. */
export interface Repository {
  readonly id: string;
  readonly nameWithOwner: string;
  readonly node: unknown;
  /** What errors of the answer say about it. */
  readonly faults: readonly string[];
}

export interface Repositories {
  readonly repositories: readonly Repository[];
  readonly gaps: readonly Gap[];
}

export const repositoriesConnection: Connection = {
  ...{ name: 'repositories', query: repositoriesQuery, path: ['organization', 'repositories'] },
  remedy: 'grant the repository permission Metadata: read for all repositories, or the scope repo to a classic token',
};

export function everyRepository(client: GithubClient): Promise<Repositories> {
  return client.once('repositories', async () => {
    const { items, gaps } = await wholeConnection(client, repositoriesConnection);
    const repositories = items.flatMap(item => repositoryOfItem(item) ?? []);
    const odd = items.filter(item => repositoryOfItem(item) === undefined);
    return { repositories, gaps: [...gaps, ...odd.map(oddRepository)] };
  });
}

export function repositoryOfItem({ value, faults }: ConnectionItem): Repository | undefined {
  const [id, nameWithOwner] = [databaseId(value), textAt(value, 'nameWithOwner')];
  return id === undefined || nameWithOwner === undefined ? undefined : { id, nameWithOwner, node: value, faults };
}

/** An object of the list that is no repository: something may be missing. */
export function oddRepository(): Gap {
  const message = 'a repository has no databaseId or no nameWithOwner';
  return { reason: 'failed', subject: 'GraphQL repositories', message, missing: 'objects' };
}

/** Whether it may still be used: nobody writes to an archived repository, and nothing runs in it. */
export const isInUse = ({ node }: Repository): boolean =>
  valueAt(node, 'isArchived') !== true && valueAt(node, 'isDisabled') !== true;

/** The path of a repository in the REST API. */
export const pathOf = ({ nameWithOwner }: Pick<Repository, 'nameWithOwner'>): string =>
  `repos/${nameWithOwner.split('/').map(encodeURIComponent).join('/')}`;

/** Something that GitHub does not show of a repository. @param within the objects that may be missing because of it */
export const hiddenIn = (repository: Repository, what: string, remedy: string, within?: Within): Gap => ({
  ...{ reason: 'forbidden', subject: `GraphQL ${what} of ${repository.nameWithOwner}`, missing: 'objects' },
  ...(within && { within }),
  message: `${repository.faults[0] ?? `GitHub does not show the ${what}`}; ${remedy}`,
});

/** The environments of a repository; undefined: GitHub does not show them. */
export async function environmentsOf(client: GithubClient, { node }: Repository) {
  const inner = valueAt(node, 'environments');
  if (inner === undefined) return undefined;
  return innerItems(client, inner, {
    ...{ name: 'environments', query: environmentsQuery, variables: { id: textAt(node, 'id') } },
    ...{ path: ['node', 'environments'], remedy: environmentsRemedy },
  });
}
export const environmentsRemedy = 'grant the repository permission Environments: read';

export interface DeployKeys {
  readonly keys: readonly DeployKey[];
  /** Each with what the ids of the keys begin with that may be missing. */
  readonly gaps: readonly { readonly gap: Gap; readonly prefix: string }[];
}

export const keysRemedy =
  'grant the repository permission Administration: read, or the scope repo to the token of an owner';

/** GraphQL says which repositories have deploy keys, and only REST says who added them and when they were used. */
export function everyDeployKey(client: GithubClient): Promise<DeployKeys> {
  return client.once('deploy keys', async () => {
    const { repositories, gaps: failed } = await everyRepository(client);
    const keys: DeployKey[] = [];
    const gaps: { gap: Gap; prefix: string }[] = failed.map(gap => ({ gap, prefix: deployKeysPrefix }));
    await together(repositories, async repository => {
      const prefix = deployKeyId(repository.id, '');
      const count = valueAt(repository.node, 'deployKeys', 'totalCount');
      if (typeof count !== 'number') gaps.push({ gap: hiddenIn(repository, 'deploy keys', keysRemedy), prefix });
      if (typeof count !== 'number' || count === 0) return;
      // A repository that was deleted after it was listed has none.
      const list = await wholeGithubList(client, {
        url: `${pathOf(repository)}/keys`,
        remedy: keysRemedy,
        absent: [404],
      });
      keys.push(...list.items.map(key => ({ repository, key })));
      gaps.push(...list.gaps.map(gap => ({ gap, prefix })));
    });
    return { keys, gaps };
  });
}

/** The gaps, as those of objects whose ids are in this field. */
export const keyGaps = ({ gaps }: DeployKeys, field: string): Gap[] =>
  gaps.map(({ gap, prefix }) => ({ ...gap, within: { field, startsWith: [prefix] } }));
