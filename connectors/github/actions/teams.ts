// Members of teams, and new teams.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { Gap } from '../../../src/connector/contract.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, connectionPages, wholeConnection } from '../graphql.ts';
import { databaseId } from '../ids.ts';
import { teamMembersQuery, teamNamesQuery } from '../queries.ts';
import { teamsRemedy } from '../reads/teams.ts';
import { ask, cancelInvitation, invitationPending, loginOf, organisationMembership } from './requests.ts';

type GroupTarget = ActionTargets['AddGroupMember'];

interface MemberImage extends Image {
  /** Role of the person in the team itself, `maintainer` or `member`; null: not in the team, or only in a team below it. */
  readonly role: string | null;
  /** Of somebody who is no member of the organisation: whether an invitation to it waits. Absent for members. */
  readonly invited?: boolean;
}

/** The path of a team by its number, which works also after it was renamed. */
const teamUrl = (client: GithubClient, groupId: string) =>
  `organizations/${client.orgId}/team/${encodeURIComponent(groupId)}`;

export function memberAction(adds: boolean): Action<GithubClient, GroupTarget> {
  return {
    async expand(client, target) {
      await refuseSynchronised(client, await storedTeam(client, target.groupId));
      return [target];
    },
    async observe(client, target) {
      const login = await loginOf(client, target.accountId);
      const membership = await organisationMembership(client, login);
      return {
        role: await roleIn(client, target, login),
        ...(membership?.state !== 'active' && { invited: membership !== undefined }),
      } satisfies MemberImage;
    },
    isDone: image => ((image as MemberImage).role !== null) === adds,
    ...(adds && {
      pending: image => ((image as MemberImage).invited === true ? invitationPending : undefined),
    }),
    apply: (client, target) => setMember(client, target, adds ? 'member' : null),
    async restore(client, target, images) {
      const before = images.before as MemberImage;
      await setMember(client, target, before.role);
      if (before.invited === false) await cancelInvitation(client, await loginOf(client, target.accountId));
    },
  };
}

interface Team {
  readonly slug: string;
  /** Its id in GraphQL. */
  readonly nodeId: string;
}

async function storedTeam(client: GithubClient, groupId: string): Promise<Team> {
  const { body, status } = /^\d+$/.test(groupId)
    ? await ask(client, { url: teamUrl(client, groupId), accepts: [404] })
    : { body: undefined, status: 404 };
  const [slug, nodeId] = [textAt(body, 'slug'), textAt(body, 'node_id')];
  if (status === 404 || slug === undefined || nodeId === undefined)
    throw new ChangeRefused(`there is no team with the number ${groupId}`);
  return { slug, nodeId };
}

/** Teams whose members a group of the identity provider decides. Organisations without this feature answer with an error. */
async function refuseSynchronised(client: GithubClient, { slug }: Team): Promise<void> {
  const team = `${client.path}/teams/${encodeURIComponent(slug)}`;
  for (const [url, member] of [
    [`${team}/team-sync/group-mappings`, 'groups'],
    [`${team}/external-groups`, 'groups'],
  ] as const) {
    const { body } = await ask(client, { url, accepts: [400, 403, 404] });
    const [group] = listAt(body, member);
    if (group !== undefined)
      throw new ChangeRefused(
        `the group ${JSON.stringify(textAt(group, 'group_name'))} of the identity provider decides who is in this team; change it there`,
      );
  }
}

/** REST also counts members of teams below, so only GraphQL says that somebody is in the team itself. */
async function roleIn(
  client: GithubClient,
  { accountId, groupId }: GroupTarget,
  login: string,
): Promise<string | null> {
  const { nodeId } = await storedTeam(client, groupId);
  const { body, status } = await ask(client, { url: memberUrl(client, groupId, login), accepts: [404] });
  if (status === 404) return null;
  // GraphQL does not show who was invited.
  if (textAt(body, 'state') === 'pending') return textAt(body, 'role') ?? 'member';
  for await (const { items, gaps } of connectionPages(client, membersConnection(nodeId))) {
    refuseGaps(gaps);
    const edge = items.find(({ value }) => databaseId(valueAt(value, 'node')) === accountId)?.value;
    if (edge !== undefined) return (textAt(edge, 'role') ?? 'MEMBER').toLowerCase();
  }
  return null;
}

const memberUrl = (client: GithubClient, groupId: string, login: string) =>
  `${teamUrl(client, groupId)}/memberships/${encodeURIComponent(login)}`;

const membersConnection = (nodeId: string): Connection => ({
  ...{ name: 'members of a team', query: teamMembersQuery, variables: { id: nodeId } },
  ...{ path: ['node', 'members'], remedy: teamsRemedy },
});

/** What is not seen would be taken for absent. */
function refuseGaps(gaps: readonly Gap[]): void {
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
}

/** Both requests may be repeated. GitHub invites whoever is no member of the organisation. */
async function setMember(client: GithubClient, target: GroupTarget, role: string | null): Promise<void> {
  const login = await loginOf(client, target.accountId);
  const url = memberUrl(client, target.groupId, login);
  if (role === null) {
    await ask(client, { method: 'DELETE', url, accepts: [404] });
    return;
  }
  await ask(client, { method: 'PUT', url, json: { role } });
}

/** The team with exactly this name; null: there is none. */
interface TeamImage extends Image {
  readonly groupId: string | null;
  /** Numbers of its members. GitHub makes whoever creates a team a member of it. */
  readonly members: readonly string[];
}

export const teamCreation: Action<GithubClient, ActionTargets['CreateUserGroup']> = {
  observe: async (client, { groupName }) => (await teamNamed(client, groupName)) satisfies TeamImage,
  isDone: image => (image as TeamImage).groupId !== null,
  async apply(client, { groupName }) {
    if (groupName.trim() === '') throw new ChangeRefused('a team needs a name that is not blank');
    if (groupName !== groupName.trim() || /\p{Cc}/u.test(groupName))
      throw new ChangeRefused('GitHub alters names with blanks at the ends or control characters');
    // The answer to a request that was sent before may be lost.
    if ((await teamNamed(client, groupName)).groupId !== null) return;
    const { body } = await ask(client, { method: 'POST', url: `${client.path}/teams`, json: { name: groupName } });
    const [id, name] = [textAt(body, 'id'), textAt(body, 'name')];
    if (name === groupName || id === undefined) return;
    await ask(client, { method: 'DELETE', url: teamUrl(client, id), accepts: [404] });
    throw new ChangeRefused(`GitHub alters the name to ${JSON.stringify(name)}; the team was deleted again`);
  },
  async restore(client, { groupName }, { before, after }) {
    const { groupId, members } = after as TeamImage;
    if (groupId === null || groupId === before['groupId']) return;
    const { body, status } = await ask(client, { url: teamUrl(client, groupId), accepts: [404] });
    if (status === 404) return;
    const isAsCreated =
      textAt(body, 'name') === groupName &&
      Number(valueAt(body, 'repos_count') ?? 0) === 0 &&
      String((await teamNamed(client, groupName)).members) === String(members);
    const { body: below } = await ask(client, { url: `${teamUrl(client, groupId)}/teams`, query: { per_page: 1 } });
    if (!isAsCreated || !Array.isArray(below) || below.length > 0)
      throw new ChangeRefused('the team is not as it was created; delete it in GitHub if nobody needs it');
    await ask(client, { method: 'DELETE', url: teamUrl(client, groupId), accepts: [404] });
  },
  createdId: after => (after as TeamImage).groupId!,
};

/** All names are compared: what GitHub finds for a name with special characters is not known. */
async function teamNamed(client: GithubClient, name: string): Promise<TeamImage> {
  const { items, gaps } = await wholeConnection(client, {
    ...{ name: 'names of teams', query: teamNamesQuery, path: ['organization', 'teams'], remedy: teamsRemedy },
  });
  refuseGaps(gaps);
  const team = items.find(({ value }) => textAt(value, 'name') === name)?.value;
  const [groupId, nodeId] = [databaseId(team), textAt(team, 'id')];
  if (groupId === undefined || nodeId === undefined) return { groupId: null, members: [] };
  const members = await wholeConnection(client, membersConnection(nodeId));
  refuseGaps(members.gaps);
  return {
    groupId,
    members: members.items.flatMap(({ value }) => databaseId(valueAt(value, 'node')) ?? []).toSorted(),
  };
}
