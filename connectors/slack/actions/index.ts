// What can be changed in a Slack workspace (README.md, Changes).
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { SlackClient } from '../client.ts';
import { deactivation } from './accounts.ts';
import { groupCreation, memberAction } from './members.ts';

export const slackActions: Actions<SlackClient> = {
  DisableAccount: deactivation(true),
  EnableAccount: deactivation(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: groupCreation,
};

export const declaredSlackActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount'],
    effect: 'Deactivates or reactivates the member by SCIM',
    rights: '`scim_token`: a user token with the scope admin; plans Business+ and Enterprise',
    limits:
      'Slack ends all sessions of the member, and reactivating does not bring them back. Guests, bots, the primary owner and members of other workspaces are refused',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Writes the list of members of the user group, with the account or without it',
    rights: 'the scope usergroups:write',
    limits:
      'The last member is not removed, because Slack has no user groups without members. Groups of all administrators or owners and those of an identity provider are refused',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a user group with this name, or enables a disabled one that has it',
    rights: 'the scope usergroups:write',
    limits: 'Undoing disables the group, because Slack deletes none, and only while it has no members',
  },
];
