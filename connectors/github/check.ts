// Finds out which permissions are missing: asks for the beginning of each list that the reads need.
import type { Gap, Problem } from '../../src/connector/contract.ts';
import { valueAt } from '../../src/connector/json-values.ts';
import type { GithubClient } from './client.ts';
import { type Connection, connectionPages } from './graphql.ts';
import { githubPages } from './paging.ts';
import { fineGrainedTokens, installations } from './reads/accounts.ts';
import { repositoryRoles } from './reads/custom-roles.ts';
import {
  credentialAuthorizations,
  identityProvider,
  membersConnection,
  withoutSecondFactorList,
} from './reads/people.ts';
import {
  environmentsRemedy,
  hiddenIn,
  keysRemedy,
  type Repository,
  repositoriesConnection,
  repositoryOfItem,
} from './reads/repositories.ts';
import { collaboratorsConnection, collaboratorsRemedy } from './reads/repository-access.ts';
import { organisationRoles } from './reads/roles.ts';
import { organisationKinds, organisationSecrets, secretsOfRepository } from './reads/secrets.ts';
import { teamsConnection } from './reads/teams.ts';

export async function checkGithub(client: GithubClient): Promise<readonly Problem[]> {
  const members = await firstPage(client, membersConnection);
  const repositories = await firstPage(client, repositoriesConnection);
  const ofRepositories = await repositoryGaps(client, repositories.nodes);
  const gaps: Gap[] = [
    ...(await firstPage(client, teamsConnection)).gaps,
    ...ofRepositories,
    ...(await installations(client)).gaps,
    ...(await fineGrainedTokens(client)).gaps,
    ...(await identityProvider(client)).gaps,
    ...(await credentialAuthorizations(client)).gaps,
    ...(await secondFactorGaps(client)),
    ...(await organisationRoles(client)).gaps,
    ...(await repositoryRoles(client)).gaps,
    ...(await Promise.all(organisationKinds.map(kind => organisationSecrets(client, kind)))).flatMap(list => list.gaps),
  ];
  return [...[...members.gaps, ...repositories.gaps].map(problemOf('error')), ...gaps.map(problemOf('warning'))];
}

const problemOf =
  (severity: Problem['severity']) =>
  ({ subject, message }: Gap): Problem => ({ severity, place: subject, message });

async function firstPage(client: GithubClient, connection: Connection) {
  for await (const { items, gaps } of connectionPages(client, connection)) {
    const nodes = items.flatMap(item => repositoryOfItem(item) ?? []);
    return { nodes, gaps };
  }
  return { nodes: [], gaps: [] };
}

/** What GitHub does not show of the first repository stands for all of them. */
async function repositoryGaps(client: GithubClient, [first]: readonly Repository[]): Promise<Gap[]> {
  if (!first) return [];
  const collaborators = (await firstPage(client, collaboratorsConnection)).nodes[0];
  const isHidden = (repository: Repository, member: string) => valueAt(repository.node, member) === undefined;
  return [
    ...(isHidden(first, 'deployKeys') ? [hiddenIn(first, 'deploy keys', keysRemedy)] : []),
    ...(isHidden(first, 'environments') ? [hiddenIn(first, 'environments', environmentsRemedy)] : []),
    ...(collaborators && isHidden(collaborators, 'collaborators')
      ? [hiddenIn(collaborators, 'collaborators', collaboratorsRemedy)]
      : []),
    ...(await secretsOfRepository(client, first)).flatMap(({ gaps }) => gaps),
  ];
}

async function secondFactorGaps(client: GithubClient): Promise<readonly Gap[]> {
  for await (const { gaps } of githubPages(client, withoutSecondFactorList(client, 'members'))) return gaps;
  return [];
}
