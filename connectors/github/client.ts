// An opened GitHub organisation: its HTTP client, and what the reads share.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import { githubCredentials, userAgent } from './credentials.ts';
import { githubMeaningOf, limitNameOf, longestWaitMs } from './limits.ts';
import type { GithubSettings } from './settings.ts';

export interface GithubClient {
  readonly http: HttpClient;
  readonly settings: GithubSettings;
  readonly context: ConnectorContext;
  /** The answer of `GET /orgs/{org}`. */
  readonly org: unknown;
  /** Its number, which stays when it is renamed. */
  readonly orgId: string;
  /** Its name as GitHub writes it. */
  readonly login: string;
  /** The path of the organisation in the REST API. */
  readonly path: string;
  /** Address of the GraphQL API. */
  readonly graphqlUrl: string;
  /** Shares what several reads of this client need. */
  readonly once: Once;
}

/** @throws SourceError when the organisation cannot be asked: address, certificate, credentials, name */
export async function openGithub(settings: GithubSettings, context: ConnectorContext): Promise<GithubClient> {
  const baseUrl = settings.url.replace(/\/$/, '');
  const http = await openHttpClient({
    ...{ baseUrl, context, connection: settings.connection, limitNameOf, retry: { longestWaitMs } },
    meaningOf: githubMeaningOf,
    credentials: githubCredentials(settings),
    accept: 'application/vnd.github+json',
    headers: { 'user-agent': userAgent, 'x-github-api-version': '2022-11-28' },
  });
  try {
    const path = `orgs/${encodeURIComponent(settings.organization)}`;
    const { org, orgId, login } = await readOrganisation(http, path);
    // GitHub Enterprise Server has REST at /api/v3, and GraphQL at /api/graphql.
    const graphqlUrl = `${baseUrl.replace(/\/v3$/, '')}/graphql`;
    return { http, settings, context, org, orgId, login, path, graphqlUrl, once: createOnce() };
  } catch (error) {
    await http.close();
    throw error;
  }
}

async function readOrganisation(http: HttpClient, path: string) {
  const answer = await http.send({ url: path }).catch(error => {
    throw asSourceError(error, remedyOf(error));
  });
  const [orgId, login] = [textAt(answer.body, 'id'), textAt(answer.body, 'login')];
  if (orgId === undefined || !/^\d+$/.test(orgId) || login === undefined)
    throw asSourceError(
      new HttpError(answer.subject, 'the answer does not describe an organisation'),
      'url must be the address of the API of GitHub, such as https://api.github.com',
    );
  return { org: answer.body, orgId, login };
}

function remedyOf(error: unknown): string {
  const status = error instanceof HttpError ? error.status : undefined;
  if (status === 401) return 'is the token revoked, or has it expired?';
  if (status === 404) return 'organization must be the name of an organisation that the token may see';
  if (status === 403) return 'does the organisation allow this kind of token, and is it authorised for single sign-on?';
  return 'url must be the address of the API of GitHub, such as https://api.github.com';
}
