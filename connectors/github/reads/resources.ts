// The organisation, repositories, environments and names of secrets.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { listCursor, listPlaceOf, type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import { relationshipId } from '../../../src/connector/relationship-id.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { environmentResourceId, organisationResourceId, repositoryResourceId, secretResourceId } from '../ids.ts';
import { environmentOf, organisationResource, repositoryOf, resourceClasses, secretOf } from '../records/resources.ts';
import { environmentsOf, environmentsRemedy, everyRepository, hiddenIn, type Repository } from './repositories.ts';
import {
  type ListTags,
  organisationKinds,
  organisationSecrets,
  type SecretKind,
  secretName,
  secretsOfRepository,
  tagName,
} from './secrets.ts';

export async function* resourceClassPages(): AsyncGenerator<Page> {
  yield { records: resourceClasses };
}

/** Repositories whose secrets are asked for before a page is saved. */
const repositoriesPerPage = 50;

/**
 * The position of a later read is the entity tags of the lists of secrets. A token of an installation lasts an hour, and GitHub gives
 * other tags to another token, so apps read everything each time.
 */
export async function* resourcePages(client: GithubClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const { landedBefore } = client.context;
  const tags = client.settings.token === undefined || !landedBefore || cursor !== undefined ? undefined : tagsOf(since);
  if (tags === undefined) yield* everyResource(client, cursor);
  else yield* changedResources(client, tags, [...(await landedBefore!('ResourceInstance', 'name')).keys()]);
}

function tagsOf(since: string | undefined): ListTags | undefined {
  try {
    const tags: unknown = since === undefined ? undefined : JSON.parse(since);
    return typeof tags === 'object' && tags !== null ? (tags as ListTags) : undefined;
  } catch {
    return undefined;
  }
}

async function* everyResource(client: GithubClient, cursor: string | undefined): AsyncGenerator<Page> {
  const place = listPlaceOf(cursor);
  if (place === undefined) {
    for (const page of await mainPages(client)) yield page;
    yield { records: [], cursor: listCursor({ list: 'secrets' }) };
  }
  const tags: Record<string, string> = {};
  const { repositories } = await everyRepository(client);
  const ordered = sortedRepositories(repositories).filter(
    ({ id }) => place?.from === undefined || BigInt(id) > BigInt(place.from),
  );
  for (const chunk of chunksOf(client, ordered)) {
    const page = await secretsPage(client, chunk, {}, tags);
    yield { ...page, cursor: listCursor({ list: 'secrets', from: chunk.at(-1)!.id }) };
  }
  yield { records: [], gaps: leftOut(client), next: JSON.stringify(tags) };
}

/** In the order of their numbers, so that a resumed read knows where it was. */
export const sortedRepositories = (repositories: readonly Repository[]): Repository[] =>
  repositories.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));

function* chunksOf(client: GithubClient, repositories: readonly Repository[]): Generator<readonly Repository[]> {
  if (client.settings.secrets_of === 'organization') return;
  for (let start = 0; start < repositories.length; start += repositoriesPerPage)
    yield repositories.slice(start, start + repositoriesPerPage);
}

/** Everything but the lists of secrets that are unchanged. What is not there any more is removed where its list is whole. */
async function* changedResources(
  client: GithubClient,
  tags: ListTags,
  landed: readonly string[],
): AsyncGenerator<Page> {
  const [brought, next] = [new Set<string>(), {} as Record<string, string>];
  const listsToKeep = new Set<string>();
  const note = (page: Page) => {
    for (const { id } of page.records) brought.add(id);
    for (const { id } of page.rejected ?? []) if (id !== undefined) brought.add(id);
    // What a gap may be about stays; a gap that does not say keeps everything.
    for (const { missing, within } of page.gaps ?? [])
      if (missing === 'objects') for (const prefix of within?.startsWith ?? ['']) listsToKeep.add(prefix);
    return { ...page, changesOnly: true };
  };
  for (const page of await mainPages(client)) yield note(page);
  const { repositories } = await everyRepository(client);
  for (const chunk of chunksOf(client, repositories)) {
    const page = await secretsPage(client, chunk, tags, next, listsToKeep);
    yield note(page);
  }
  const isToKeep = (id: string) => listsToKeep.has('') || listsToKeep.has(listOf(id));
  const removed = landed.filter(id => !brought.has(id) && !isToKeep(id));
  yield { records: [], gaps: leftOut(client), changesOnly: true, removed, next: JSON.stringify(next) };
}

/** What the ids of the list begin with that brings this resource. */
const listOf = (id: string): string => /^(?:secret:\w+:\d+:\w+:|environment:\d+:)/.exec(id)?.[0] ?? '';

function leftOut({ settings }: GithubClient): Gap[] {
  if (settings.secrets_of === 'repositories') return [];
  const message = 'is organisation, so the secrets of repositories are not known';
  return [{ reason: 'unsupported', subject: 'secrets_of', message, missing: 'fields' }];
}

/** The organisation, its repositories with their environments, and its own secrets. */
async function mainPages(client: GithubClient): Promise<Page[]> {
  const { orgId, login, org } = client;
  const { repositories, gaps } = await everyRepository(client);
  const records: SourceRecord[] = [organisationResource(org, orgId, login)];
  const ofRepositories = recordPage(
    repositories,
    ({ node }): MappedItem => repositoryOf(node, orgId),
    { subject: 'GraphQL repositories', gaps },
    ({ id }) => repositoryResourceId(id),
  );
  const environments = await environmentsPage(client, repositories);
  const ofSecrets = await Promise.all(organisationKinds.map(kind => organisationSecretsPage(client, kind)));
  return [{ records, place: () => client.settings.url }, ofRepositories, environments, ...ofSecrets];
}

async function environmentsPage(client: GithubClient, repositories: readonly Repository[]): Promise<Page> {
  const entries: { repository: Repository; environment: unknown }[] = [];
  const gaps: Gap[] = [];
  await together(repositories, async repository => {
    const within = { field: 'id', startsWith: [environmentResourceId(repository.id, '')] };
    const inner = await environmentsOf(client, repository);
    if (!inner) gaps.push(hiddenIn(repository, 'environments', environmentsRemedy, within));
    entries.push(...(inner?.items ?? []).map(environment => ({ repository, environment })));
    gaps.push(...(inner?.gaps ?? []).map(gap => ({ ...gap, within })));
  });
  return recordPage(
    entries,
    ({ repository, environment }) => environmentOf(repository.id, repository.nameWithOwner, environment),
    { subject: 'GraphQL environments', gaps },
    () => undefined,
  );
}

async function organisationSecretsPage(client: GithubClient, kind: SecretKind): Promise<Page> {
  const { items, gaps } = await organisationSecrets(client, kind);
  const owner = { id: organisationResourceId(client.orgId), name: client.login };
  const within = { field: 'id', startsWith: [secretResourceId(owner.id, kind, '')] };
  return recordPage(
    items,
    secret => secretOf(owner, kind, secret),
    { subject: `GET ${kind}/secrets`, gaps: gaps.map(gap => ({ ...gap, within })) },
    () => undefined,
  );
}

/** @param next receives the tags of this read @param unchanged receives what the ids of unchanged secrets begin with */
async function secretsPage(
  client: GithubClient,
  repositories: readonly Repository[],
  tags: ListTags,
  next: Record<string, string>,
  unchanged = new Set<string>(),
): Promise<Page> {
  const entries: { owner: { id: string; name: string }; kind: SecretKind; secret: unknown }[] = [];
  const gaps: Gap[] = [];
  await together(repositories, async repository => {
    const owner = { id: repositoryResourceId(repository.id), name: repository.nameWithOwner };
    for (const { kind, items, gaps: failed, isUnchanged, tag } of await secretsOfRepository(client, repository, tags)) {
      const prefix = secretResourceId(owner.id, kind, '');
      if (isUnchanged) unchanged.add(prefix);
      if (tag !== undefined) next[tagName(repository, kind)] = tag;
      entries.push(...items.map(secret => ({ owner, kind, secret })));
      gaps.push(...failed.map(gap => ({ ...gap, within: { field: 'id', startsWith: [prefix] } })));
    }
  });
  return recordPage(
    entries,
    ({ owner, kind, secret }) => secretOf(owner, kind, secret),
    { subject: 'GET secrets', gaps },
    ({ owner, kind, secret }) => {
      const name = secretName(secret);
      return name === undefined ? undefined : secretResourceId(owner.id, kind, name);
    },
  );
}

export async function* containmentPages(client: GithubClient): AsyncGenerator<Page> {
  const { repositories, gaps } = await everyRepository(client);
  const organisation = organisationResourceId(client.orgId);
  const records = repositories.map(({ id }) => containment(organisation, repositoryResourceId(id)));
  yield { records, place: () => 'GraphQL repositories', gaps };
  const environments = await environmentsPage(client, repositories);
  const inside = environments.records.map(record => containment(String(record['parentId']), record.id));
  const missing = (environments.gaps ?? []).map(gap => ({
    ...gap,
    ...(gap.within && { within: { field: 'childId', startsWith: gap.within.startsWith ?? [] } }),
  }));
  yield { records: inside, place: () => 'GraphQL environments', gaps: missing };
}

const containment = (parentId: string, childId: string): SourceRecord => {
  return { id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', childId]), parentId, childId };
};
