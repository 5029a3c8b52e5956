// What can be changed in a GitHub organisation (README.md, Changes).
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { GithubClient } from '../client.ts';
import { roleAction } from './roles.ts';
import { memberAction, teamCreation } from './teams.ts';

export const githubActions: Actions<GithubClient> = {
  AssignRole: roleAction(true),
  RemoveRole: roleAction(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: teamCreation,
};

export const declaredGithubActions: readonly DeclaredActions[] = [
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect:
      'Assigns an organisation role to a member, or removes it; the role owner makes a member an owner, or an owner a member',
    rights: 'organisation permissions Custom organization roles: write and Members: write, or admin:org of an owner',
    limits:
      'Who is no member is refused: GitHub would send an invitation. The last owner stays. Roles that come through a team, the role member and roles of repositories are refused',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds a member of the organisation to the team, or removes the person',
    rights: 'organisation permission Members: write, or admin:org of an owner',
    limits:
      'Who is no member of the organisation is refused: GitHub would send an invitation. Teams that are synchronised with an identity provider are refused. Members of a team below stay in it',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a team with this name, without repositories',
    rights: 'organisation permission Members: write, or admin:org of an owner',
    limits:
      'Undoing deletes the team only while it is as it was created. With a token, its owner becomes a member of the team',
  },
];
