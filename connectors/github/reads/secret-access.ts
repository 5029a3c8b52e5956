// Which workloads get which secrets.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { organisationResourceId, repositoryResourceId, secretResourceId, workloadId, workloadsId } from '../ids.ts';
import { secretAccess } from '../records/entitlements.ts';
import { everyRepository } from './repositories.ts';
import { sortedRepositories } from './resources.ts';
import {
  organisationSecrets,
  repositoriesOfSecret,
  repositoryKinds,
  secretName,
  secretsOfRepository,
} from './secrets.ts';

/** A page of a part of a read, and where the part goes on. */
export interface PartPage {
  readonly page: Page;
  readonly next?: string | undefined;
}

/** Which workloads get the secrets of the organisation. */
export async function organisationSecretAccess(client: GithubClient): Promise<Page> {
  const [records, gaps] = [[] as SourceRecord[], [] as Gap[]];
  const { repositories, gaps: unseen } = await everyRepository(client);
  gaps.push(...unseen);
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

/** Repositories whose secrets are looked at before a page is saved. */
const repositoriesPerPage = 50;

/** Which workloads get the secrets of repositories: each those of its own. */
export async function* secretPart(client: GithubClient, from: string | undefined): AsyncGenerator<PartPage> {
  if (client.settings.secrets_of === 'organization') return;
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
          : items.map(secretName).flatMap(name => (name === undefined ? [] : secretResourceId(owner, kind, name)));
        records.push(...ids.map(id => secretAccess(['Account', workloadId(repository.nameWithOwner)], id, kind)));
        missing.push(...failed.map(gap => ({ ...gap, within: { field: 'assignedObjectId', startsWith: [prefix] } })));
      }
    });
    yield { page: { records, place: () => 'GET secrets', gaps: missing }, next: chunk.at(-1)!.id };
  }
  yield { page: { records: [], gaps } };
}

/** What the ids of a list of secrets begin with → the ids that earlier reads landed. */
function namesByList(ids: readonly string[]): Map<string, string[]> {
  return Map.groupBy(
    ids.filter(id => id.startsWith('secret:')),
    id => /^secret:repository:\d+:\w+:/.exec(id)?.[0] ?? '',
  );
}
