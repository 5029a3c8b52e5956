// Names of secrets: of the organisation, and of each repository. The lists of repositories are many, so later reads ask for them with the
// entity tags of the read before: an answer that nothing has changed counts for no limit
// (docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api).
import type { Gap } from '../../../src/connector/contract.ts';
import { nextFromLinkHeader } from '../../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../../src/connector/http/request.ts';
import { gapOfList, pagesOfList } from '../../../src/connector/http/source-list.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { listPageSize } from '../limits.ts';
import { type GithubListing, wholeGithubList } from '../paging.ts';
import { pathOf, type Repository } from './repositories.ts';

/** Secrets of workflows, of updates by Dependabot, and of development environments. */
export const organisationKinds = ['actions', 'dependabot', 'codespaces'] as const;
/** Secrets of codespaces are for people, and of repositories they are seldom. */
export const repositoryKinds = ['actions', 'dependabot'] as const;
export type SecretKind = (typeof organisationKinds)[number];

const remedies: Readonly<Record<SecretKind, string>> = {
  actions: 'Secrets: read',
  dependabot: 'Dependabot secrets: read',
  codespaces: 'Codespaces secrets: read',
};
const remedyOf = (kind: SecretKind, of: string) =>
  `grant the ${of} permission ${remedies[kind]}, or the scopes admin:org and repo to the token of an owner`;

export const organisationSecrets = (client: GithubClient, kind: SecretKind): Promise<GithubListing> =>
  client.once(`secrets ${kind}`, () =>
    wholeGithubList(client, {
      ...{ url: `${client.path}/${kind}/secrets`, member: 'secrets', remedy: remedyOf(kind, 'organisation') },
    }),
  );

/** The repositories that may use a secret of the organisation with the visibility `selected`. */
export const repositoriesOfSecret = (client: GithubClient, kind: SecretKind, name: string): Promise<GithubListing> =>
  wholeGithubList(client, {
    url: `${client.path}/${kind}/secrets/${encodeURIComponent(name)}/repositories`,
    ...{ member: 'repositories', remedy: remedyOf(kind, 'organisation'), absent: [404] },
  });

/** Repository and kind → entity tag of the list. */
export type ListTags = Readonly<Record<string, string>>;

export interface SecretList {
  readonly kind: SecretKind;
  readonly items: readonly unknown[];
  readonly gaps: readonly Gap[];
  /** The list is as it was when it had the tag that was asked with; `items` is empty. */
  readonly isUnchanged: boolean;
  readonly tag: string | undefined;
}

/** With the name of the repository: the names of its secrets change with it. */
export const tagName = ({ id, nameWithOwner }: Repository, kind: SecretKind) => `${id} ${nameWithOwner} ${kind}`;

/** @param tags of the read before */
export const secretsOfRepository = (
  client: GithubClient,
  repository: Repository,
  tags: ListTags = {},
): Promise<readonly SecretList[]> =>
  client.once(`secrets of ${repository.id}`, () =>
    Promise.all(repositoryKinds.map(kind => secretList(client, repository, kind, tags[tagName(repository, kind)]))),
  );

async function secretList(
  client: GithubClient,
  repository: Repository,
  kind: SecretKind,
  known: string | undefined,
): Promise<SecretList> {
  const remedy = remedyOf(kind, 'repository');
  const url = `${pathOf(repository)}/${kind}/secrets`;
  const headers = known === undefined ? {} : { 'if-none-match': known };
  try {
    const request: HttpRequest = { url, query: { per_page: listPageSize }, headers, accepts: [304, 404] };
    const answer = await client.http.send(request);
    if (answer.status === 304) return { kind, items: [], gaps: [], isUnchanged: true, tag: known };
    // A repository that was deleted after it was listed has none; of one that still exists, GitHub may hide them.
    if (answer.status === 404)
      return { kind, items: [], gaps: [hidden(url, remedy)], isUnchanged: false, tag: undefined };
    const list = { name: `GET /${url}`, items: secretsIn, remedy };
    const next = nextFromLinkHeader(answer.headers['link'], answer.url);
    const [items, gaps] = [[...(secretsIn(answer.body) ?? [])], [] as Gap[]];
    if (secretsIn(answer.body) === undefined) gaps.push(noList(url));
    if (next !== undefined) {
      const rest = pagesOfList(
        client.http,
        {
          ...list,
          request: from => ({ url: from ?? next }),
          next: ({ headers: given, url: asked }) => nextFromLinkHeader(given['link'], asked),
        },
        next,
      );
      for await (const page of rest) {
        items.push(...page.items);
        gaps.push(...page.gaps);
      }
    }
    const isWhole = next === undefined && gaps.length === 0;
    return { kind, items, gaps, isUnchanged: false, tag: isWhole ? answer.headers['etag'] : undefined };
  } catch (error) {
    return { kind, items: [], gaps: [gapOfList(error, { remedy })], isUnchanged: false, tag: undefined };
  }
}

function secretsIn(body: unknown): unknown[] | undefined {
  const items = valueAt(body, 'secrets');
  return Array.isArray(items) ? items : undefined;
}

const noList = (url: string): Gap => {
  return {
    reason: 'failed',
    subject: `GET /${url}`,
    message: 'the answer has no list where it should be',
    missing: 'objects',
  };
};

const hidden = (url: string, remedy: string): Gap => {
  return { reason: 'failed', subject: `GET /${url}`, message: `404: not found; ${remedy}`, missing: 'objects' };
};

export const secretName = (secret: unknown): string | undefined => textAt(secret, 'name');
