// Levels of single repositories: collaborators, and the invitations of whoever is no member of the organisation
// (docs.github.com/rest/collaborators).
import { ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { wholeConnection } from '../graphql.ts';
import { databaseId, repositoryLevelOf } from '../ids.ts';
import { wholeGithubList } from '../paging.ts';
import { collaboratorsNamedQuery } from '../queries.ts';
import { customRolesByName } from '../reads/custom-roles.ts';
import { pathOf } from '../reads/repositories.ts';
import { collaboratorsRemedy, directAccess } from '../reads/repository-access.ts';
import { levelOf } from '../records/levels.ts';
import { ask, loginOf, type RoleAction, type RoleTarget } from './requests.ts';

/** Levels, or names of custom roles in lower case. */
interface LevelImage extends Image {
  /** What the person has on the repository itself, and not through a team or the organisation. */
  readonly level: string | null;
  /** What the person gets by accepting an invitation. */
  readonly invited: string | null;
}

const nameIn = ({ roleId }: RoleTarget): string => repositoryLevelOf(roleId)!.name;

export function levelAction(assigns: boolean): RoleAction {
  const isPending = (image: Image, target: RoleTarget) => (image as LevelImage).invited === nameIn(target);
  return {
    async observe(client, target) {
      const { level, invitation } = await presentLevel(client, await placeOf(client, target));
      const invited = invitation && !invitation.isExpired ? invitation.level : null;
      return { level, invited } satisfies LevelImage;
    },
    isDone: (image, target) => ((image as LevelImage).level === nameIn(target) || isPending(image, target)) === assigns,
    ...(assigns && {
      pending: (image, target) =>
        isPending(image, target) ? 'the person has to accept the invitation to the repository' : undefined,
    }),
    async apply(client, target) {
      const place = await placeOf(client, target);
      await (assigns ? giveLevel(client, place, nameIn(target)) : takeLevel(client, place, nameIn(target)));
    },
    async restore(client, target, images) {
      const before = images.before as LevelImage;
      const place = await placeOf(client, target);
      await restoreLevel(client, place, before);
    },
  };
}

/** A person and a repository. */
interface Place {
  readonly accountId: string;
  readonly login: string;
  /** Path of the repository in the REST API. */
  readonly path: string;
  /** Its id in GraphQL. */
  readonly nodeId: string;
}

/** @throws ChangeRefused when the person, the level or the repository does not exist, or is not of this organisation */
async function placeOf(client: GithubClient, { accountId, roleId }: RoleTarget): Promise<Place> {
  const login = await loginOf(client, accountId);
  const { repositoryId, name } = repositoryLevelOf(roleId)!;
  await permissionOf(client, name);
  // Lists refer to repositories by this address, which works also after a repository was renamed.
  const { body, status } = await ask(client, { url: `repositories/${repositoryId}`, accepts: [404] });
  const [nameWithOwner, nodeId] = [textAt(body, 'full_name'), textAt(body, 'node_id')];
  const isOurs = textAt(body, 'id') === repositoryId && textAt(body, 'owner', 'id') === client.orgId;
  if (status === 404 || !isOurs || nameWithOwner === undefined || nodeId === undefined)
    throw new ChangeRefused(`the organisation has no repository with the number ${repositoryId}`);
  return { accountId, login, path: pathOf({ nameWithOwner }), nodeId };
}

interface Invitation {
  readonly id: string;
  readonly level: string;
  readonly isExpired: boolean;
}

/** What the person has on the repository itself, and the invitation to it, also one that has expired. */
async function presentLevel(
  client: GithubClient,
  place: Place,
): Promise<{ readonly level: string | null; readonly invitation: Invitation | undefined }> {
  const collaborators = await wholeConnection(client, {
    ...{ name: 'collaborators of a repository', query: collaboratorsNamedQuery, path: ['node', 'collaborators'] },
    ...{ variables: { id: place.nodeId, person: place.login }, remedy: collaboratorsRemedy },
  });
  const url = `${place.path}/invitations`;
  const invitations = await wholeGithubList(client, { url, remedy: collaboratorsRemedy });
  const [gap] = [...collaborators.gaps, ...invitations.gaps];
  if (gap) throw new ChangeRefused(`${gap.subject}: ${gap.message}`);
  const edge = collaborators.items.find(({ value }) => databaseId(valueAt(value, 'node')) === place.accountId);
  const access = edge && directAccess(edge.value, await customRolesByName(client));
  const invitation = invitations.items.find(item => textAt(item, 'invitee', 'id') === place.accountId);
  return { level: access?.name.toLowerCase() ?? null, invitation: invitationOf(invitation) };
}

function invitationOf(item: unknown): Invitation | undefined {
  const [id, permissions] = [textAt(item, 'id'), textAt(item, 'permissions')];
  if (id === undefined || permissions === undefined) return undefined;
  const level = levelOf(permissions) ?? permissions.toLowerCase();
  return { id, level, isExpired: valueAt(item, 'expired') === true };
}

const collaboratorUrl = ({ path, login }: Place) => `${path}/collaborators/${encodeURIComponent(login)}`;

/** May be repeated. @returns whether the person has the level now; false: it is pending */
async function giveLevel(client: GithubClient, place: Place, name: string): Promise<boolean> {
  const { level, invitation } = await presentLevel(client, place);
  if (level === name) return true;
  if (invitation?.level === name && !invitation.isExpired) return false;
  if (invitation) await withdraw(client, place, invitation);
  const json = { permission: await permissionOf(client, name) };
  const { status } = await ask(client, { method: 'PUT', url: collaboratorUrl(place), json });
  return status !== 201;
}

/** A level, or the name of a custom role as the organisation writes it. @throws ChangeRefused when there is none */
async function permissionOf(client: GithubClient, name: string): Promise<string> {
  if (levelOf(name) === name) return name;
  const role = (await customRolesByName(client)).get(name);
  const exact = textAt(role, 'name');
  if (exact !== undefined) return exact;
  throw new ChangeRefused(`the organisation has no custom role of repositories that is called ${JSON.stringify(name)}`);
}

async function takeLevel(client: GithubClient, place: Place, name: string): Promise<void> {
  const { level, invitation } = await presentLevel(client, place);
  if (level === name) await ask(client, { method: 'DELETE', url: collaboratorUrl(place), accepts: [404] });
  if (invitation?.level === name) await withdraw(client, place, invitation);
}

async function withdraw(client: GithubClient, { path }: Place, { id }: Invitation): Promise<void> {
  await ask(client, { method: 'DELETE', url: `${path}/invitations/${encodeURIComponent(id)}`, accepts: [404] });
}

async function restoreLevel(client: GithubClient, place: Place, before: LevelImage): Promise<void> {
  if (before.level !== null) {
    if (await giveLevel(client, place, before.level)) return;
    throw new ChangeRefused(
      `GitHub has invited ${place.login} again: the access comes back when the invitation is accepted`,
    );
  }
  const { level, invitation } = await presentLevel(client, place);
  if (level !== null) await takeLevel(client, place, level);
  if (before.invited !== null) await giveLevel(client, place, before.invited);
  else if (invitation) await withdraw(client, place, invitation);
}
