// Requests of changes, with errors that say what to do, and the people and teams that they are about.
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/connector/http/request.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';

export type RoleTarget = ActionTargets['AssignRole'];
export type RoleAction = Action<GithubClient, RoleTarget>;

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

/** Whether somebody is in the organisation, or was invited to it, and the role there. */
export interface Membership {
  readonly state: 'active' | 'pending';
  readonly role: 'admin' | 'member';
}

/** @returns undefined for who is neither a member nor invited */
export async function organisationMembership(client: GithubClient, login: string): Promise<Membership | undefined> {
  const { body, status } = await ask(client, { url: membershipUrl(client, login), accepts: [404] });
  const [state, role] = [textAt(body, 'state'), textAt(body, 'role')];
  if (status === 404 || (state !== 'active' && state !== 'pending')) return undefined;
  return { state, role: role === 'admin' ? 'admin' : 'member' };
}

/** Cancels the invitation of somebody. GitHub removes members by the same request, so it is never sent for a member. */
export async function cancelInvitation(client: GithubClient, login: string): Promise<void> {
  if ((await organisationMembership(client, login))?.state !== 'pending') return;
  await ask(client, { method: 'DELETE', url: membershipUrl(client, login), accepts: [404] });
}

export const membershipUrl = (client: GithubClient, login: string): string =>
  `${client.path}/memberships/${encodeURIComponent(login)}`;

export const invitationPending = 'the person has to accept the invitation to the organisation';
