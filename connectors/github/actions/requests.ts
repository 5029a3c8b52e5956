// Requests of changes, with errors that say what to do, and the people and teams that they are about.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/connector/http/request.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';

/** @throws ChangeRefused with GitHub's own words when it refuses */
export const ask = (client: GithubClient, request: HttpRequest): Promise<HttpAnswer> =>
  requestChange(client.http, 'GitHub', request);

/** The login of a person by the number. @throws ChangeRefused for other accounts */
export async function loginOf(client: GithubClient, accountId: string): Promise<string> {
  if (!/^\d+$/.test(accountId))
    throw new ChangeRefused(
      'only people are in teams and have roles; this account is an application, a token or a workload',
    );
  const { body, status } = await ask(client, { url: `user/${accountId}`, accepts: [404] });
  const login = textAt(body, 'login');
  if (status === 404 || login === undefined) throw new ChangeRefused(`there is no person with the number ${accountId}`);
  if (textAt(body, 'id') !== accountId)
    throw new ChangeRefused(`GitHub answers with another account than ${accountId}`);
  return login;
}

/** `admin` or `member`. @throws ChangeRefused for who is no member: GitHub would send an invitation, and the access would be pending */
export async function membershipRole(client: GithubClient, login: string): Promise<string> {
  const url = membershipUrl(client, login);
  const { body, status } = await ask(client, { url, accepts: [404] });
  const state = status === 404 ? undefined : textAt(body, 'state');
  if (state === 'pending')
    throw new ChangeRefused(
      `${login} has not accepted the invitation to the organisation yet: the membership is pending`,
    );
  if (state !== 'active')
    throw new ChangeRefused(
      `${login} is no member of the organisation: GitHub would send an invitation, and the access would be pending until it is accepted`,
    );
  return textAt(body, 'role') ?? 'member';
}

export const membershipUrl = (client: GithubClient, login: string): string =>
  `${client.path}/memberships/${encodeURIComponent(login)}`;
