// People, applications, tokens, deploy keys and workloads, each kind as a page.

import type { Gap, ObjectsRead, Page } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { idsOfUsers, objectsOfLists, recordPage } from '../../../src/connector/record-pages.ts';
import type { GithubClient } from '../client.ts';
import { credentialId, databaseId, deployKeyId, fineGrainedTokenId, installationId, workloadId } from '../ids.ts';
import { type GithubListing, wholeGithubList } from '../paging.ts';
import { memberOf, outsideCollaboratorOf } from '../records/accounts.ts';
import { applicationOf, authenticatorsOf, secondFactorEnrollment, secondFactorOf } from '../records/application.ts';
import { credentialOf, deployKeyOf, fineGrainedTokenOf, installationOf, workloadOf } from '../records/machines.ts';
import {
  credentialAuthorizations,
  everyMember,
  everyOutsider,
  identityProvider,
  loginsOf,
  personFacts,
  secondFactors,
} from './people.ts';
import { everyDeployKey, everyRepository, isInUse, keyGaps } from './repositories.ts';

export async function* applicationPages(client: GithubClient): AsyncGenerator<Page> {
  const { provider, gaps } = await identityProvider(client);
  const { orgId, login, org, settings } = client;
  const isHidden = secondFactorOf(org) === undefined;
  const hidden: Gap = {
    ...{ reason: 'forbidden', subject: `GET /${client.path}`, missing: 'fields' },
    message:
      'whether two factors are required is not shown; grant the organisation permission Administration: read, or admin:org to the token of an owner',
  };
  yield {
    records: [applicationOf({ orgId, login, org, provider })],
    place: () => settings.url,
    gaps: [...gaps.map(gap => asFieldGap(gap, 'authenticationRequirements')), ...(isHidden ? [hidden] : [])],
  };
}

export async function* authenticatorPages({ login }: GithubClient): AsyncGenerator<Page> {
  yield { records: authenticatorsOf(login) };
}

export async function* enrollmentPages(client: GithubClient): AsyncGenerator<Page> {
  const { enrolled, gaps } = await secondFactors(client);
  yield { records: [...new Set(enrolled)].map(secondFactorEnrollment), place: () => 'GraphQL members', gaps };
}

export const installations = (client: GithubClient): Promise<GithubListing> =>
  client.once('installations', () =>
    wholeGithubList(client, {
      ...{ url: `${client.path}/installations`, member: 'installations' },
      remedy: 'grant the organisation permission Administration: read, or the scope read:org to the token of an owner',
    }),
  );

/** GitHub shows these to apps only. */
export const fineGrainedTokens = (client: GithubClient): Promise<GithubListing> =>
  client.once('fine-grained tokens', async () => {
    const url = `${client.path}/personal-access-tokens`;
    if (client.settings.app) return wholeGithubList(client, { url, remedy: tokensRemedy });
    const message = 'GitHub shows fine-grained tokens to GitHub Apps only; sign in with app';
    return { items: [], gaps: [{ reason: 'unsupported', subject: `GET /${url}`, message, missing: 'objects' }] };
  });
export const tokensRemedy = 'grant the organisation permission Personal access tokens: read';

export async function* accountPages(client: GithubClient): AsyncGenerator<Page> {
  yield* peoplePages(client);
  yield* machinePages(client);
}

/** GitHub shows what is known of a member only in the list of members, which is short: a hundred come with a request. */
export const readPeople = async (client: GithubClient, ids: readonly string[]): Promise<ObjectsRead> =>
  objectsOfLists(peoplePages(client), await idsOfUsers(client.context, ids));

async function* peoplePages(client: GithubClient): AsyncGenerator<Page> {
  const { facts, gaps } = await personFacts(client);
  const [members, outsiders] = [await everyMember(client), await everyOutsider(client)];
  const ofUsers = (failed: readonly Gap[]) => failed.map(gap => ({ ...gap, within: { field: 'type', is: ['User'] } }));
  yield recordPage(
    members.items,
    edge => memberOf(edge, facts),
    { subject: 'GraphQL members', gaps: [...ofUsers(members.gaps), ...gaps] },
    edge => databaseId(valueAt(edge, 'node')),
  );
  const known = new Set(members.items.flatMap(edge => databaseId(valueAt(edge, 'node')) ?? []));
  // Who became a member between the two requests is in both lists.
  const others = outsiders.items.filter(user => !known.has(textAt(user, 'id') ?? ''));
  const subject = 'GET outside_collaborators';
  yield recordPage(others, user => outsideCollaboratorOf(user, facts), { subject, gaps: ofUsers(outsiders.gaps) });
}

const withPrefix = (gaps: readonly Gap[], prefix: string) =>
  gaps.map(gap => ({ ...gap, within: { field: 'id', startsWith: [prefix] } }));

async function* machinePages(client: GithubClient): AsyncGenerator<Page> {
  const logins = await loginsOf(client);
  const idIn = (member: string, idOf: (id: string) => string) => (item: unknown) => {
    const id = textAt(item, member);
    return id === undefined ? undefined : idOf(id);
  };
  const lists = [
    ['installations', await installations(client), installationOf, idIn('id', installationId), installationId('')],
    [
      'personal-access-tokens',
      await fineGrainedTokens(client),
      fineGrainedTokenOf,
      idIn('id', fineGrainedTokenId),
      fineGrainedTokenId(''),
    ],
    [
      'credential-authorizations',
      await credentialAuthorizations(client),
      (item: unknown) => credentialOf(item, logins),
      idIn('credential_id', credentialId),
      credentialId(''),
    ],
  ] as const;
  for (const [name, { items, gaps }, map, idOf, prefix] of lists)
    yield recordPage(items, map, { subject: `GET ${name}`, gaps: withPrefix(gaps, prefix) }, idOf);
  const keys = await everyDeployKey(client);
  yield recordPage(
    keys.keys,
    key => deployKeyOf(key, logins),
    { subject: 'GET keys', gaps: keyGaps(keys, 'id') },
    ({ repository, key }) => {
      const id = textAt(key, 'id');
      return id === undefined ? undefined : deployKeyId(repository.id, id);
    },
  );
  const { repositories, gaps } = await everyRepository(client);
  const workloads = repositories.map(repository => workloadOf(repository, isInUse(repository)));
  yield { records: workloads, place: () => 'GraphQL repositories', gaps: withPrefix(gaps, workloadId('')) };
}
