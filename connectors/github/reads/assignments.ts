// Who may do what: roles, applications and tokens on the organisation and its repositories, workloads on secrets.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { listCursor, listPlaceOf } from '../../../src/connector/record-pages.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { deployKeyId, fineGrainedTokenId, installationId, organisationRoleId, repositoryLevelId } from '../ids.ts';
import { wholeGithubList } from '../paging.ts';
import {
  baseAccess,
  baseAccessId,
  fineGrainedTokenAccess,
  installationAccess,
  organisationRoleAccess,
  ownerAccess,
  repositoryAssignment,
} from '../records/entitlements.ts';
import { fineGrainedTokens, installations, tokensRemedy } from './accounts.ts';
import { everyDeployKey, keyGaps } from './repositories.ts';
import { repositoryLevelPage } from './repository-access.ts';
import { organisationRoles } from './roles.ts';
import { organisationSecretAccess, type PartPage, secretPart } from './secret-access.ts';

/** The parts of the read. Each continues where its last saved page ended. */
const parts: readonly (readonly [
  name: string,
  pages: (client: GithubClient, from: string | undefined) => AsyncGenerator<PartPage>,
])[] = [
  ['organisation', organisationPart],
  ['levels', levelPart],
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

/** What each level of a repository permits. */
async function* levelPart(client: GithubClient): AsyncGenerator<PartPage> {
  const page = await repositoryLevelPage(client, 'entityId', (repository, access) =>
    repositoryAssignment(['Role', repositoryLevelId(repository.id, access.name)], repository, access),
  );
  yield { page };
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
