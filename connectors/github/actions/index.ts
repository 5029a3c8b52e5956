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
      'Assigns an organisation role to a member, or removes it; the role owner makes a member an owner, or an owner a member; the role of a repository makes the person a collaborator with its level, or removes the collaborator',
    rights:
      'organisation permissions Custom organization roles: write and Members: write, repository permission Administration: write; or admin:org and repo of an owner',
    limits:
      'Who is no member is invited by the roles owner and member and by those of repositories, and the change is pending until the person accepts; undoing withdraws the invitation. Somebody who was removed from a repository and is no member has to accept a new invitation. Organisation roles are for members. The last owner stays, and nobody is removed from the organisation. Roles that come through a team are refused',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds a person to the team, or removes the person',
    rights: 'organisation permission Members: write, or admin:org of an owner',
    limits:
      'Who is no member of the organisation is invited, and the change is pending until the person accepts; undoing cancels the invitation. Teams that are synchronised with an identity provider are refused. Members of a team below stay in it',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a team with this name, without repositories',
    rights: 'organisation permission Members: write, or admin:org of an owner',
    limits:
      'Undoing deletes the team only while it is as it was created. With a token, its owner becomes a member of the team',
  },
];
