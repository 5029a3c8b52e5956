// The roles owner and member. Whoever is no member is invited: the role is pending until the person accepts.
import { ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { GithubClient } from '../client.ts';
import { ownerRole } from '../ids.ts';
import {
  ask,
  cancelInvitation,
  invitationPending,
  loginOf,
  type Membership,
  membershipUrl,
  organisationMembership,
  type RoleAction,
} from './requests.ts';

type MemberRole = Membership['role'];

interface MembershipImage extends Image {
  /** Whether the person is a member with the role of the target. */
  readonly assigned: boolean;
  /** The role of the invitation of somebody who is no member; null: not invited. Absent for members. */
  readonly invited?: MemberRole | null;
}

const nameOf = (roleId: string): MemberRole => (roleId === ownerRole ? 'admin' : 'member');

const isInvited = (image: Image, roleId: string) => (image as MembershipImage).invited === nameOf(roleId);

export function membershipAction(assigns: boolean): RoleAction {
  return {
    async observe(client, { accountId, roleId }) {
      const membership = await organisationMembership(client, await loginOf(client, accountId));
      const isMember = membership?.state === 'active';
      return {
        assigned: isMember && membership.role === nameOf(roleId),
        ...(!isMember && { invited: membership?.role ?? null }),
      } satisfies MembershipImage;
    },
    isDone: (image, { roleId }) => ((image as MembershipImage).assigned || isInvited(image, roleId)) === assigns,
    ...(assigns && {
      pending: (image, { roleId }) => (isInvited(image, roleId) ? invitationPending : undefined),
    }),
    async apply(client, { accountId, roleId }) {
      const login = await loginOf(client, accountId);
      const membership = await organisationMembership(client, login);
      if (assigns) refuseDemotion(membership, roleId);
      if (assigns) return setMembership(client, login, nameOf(roleId));
      if (roleId === ownerRole) return setMembership(client, login, 'member');
      if (membership?.state === 'active')
        throw new ChangeRefused('removing somebody from the organisation cannot be undone; do it in GitHub');
      return cancelInvitation(client, login);
    },
    async restore(client, { accountId, roleId }, images) {
      const before = images.before as MembershipImage;
      const login = await loginOf(client, accountId);
      if (before.invited === null) return cancelInvitation(client, login);
      const other: MemberRole = roleId === ownerRole ? 'member' : 'admin';
      return setMembership(client, login, before.invited ?? (before.assigned ? nameOf(roleId) : other));
    },
  };
}

function refuseDemotion(membership: Membership | undefined, roleId: string): void {
  if (membership?.state === 'active' && membership.role === 'admin' && roleId !== ownerRole)
    throw new ChangeRefused('an owner becomes a member when the role owner is removed');
}

/** May be repeated. GitHub invites whoever is no member. */
async function setMembership(client: GithubClient, login: string, role: MemberRole): Promise<void> {
  await ask(client, { method: 'PUT', url: membershipUrl(client, login), json: { role } });
}
