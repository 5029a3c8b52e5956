// What can be changed in a Google Workspace customer (README.md, Changes).
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { GoogleClient } from '../client.ts';
import { groupCreation, memberAction } from './groups.ts';
import { roleAction } from './roles.ts';
import { suspension } from './users.ts';

export const googleActions: Actions<GoogleClient> = {
  DisableAccount: suspension(true),
  EnableAccount: suspension(false),
  AssignRole: roleAction(true),
  RemoveRole: roleAction(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: groupCreation,
};

const scope = (name: string) => `the scope \`https://www.googleapis.com/auth/admin.directory.${name}\``;

export const declaredGoogleActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount'],
    effect: 'Suspends the user, or ends the suspension: groups, roles and data stay',
    rights: scope('user'),
    limits:
      'The administrator as whom the service acts, archived users and users whom Google itself has suspended are refused. Suspending ends all sessions',
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect: 'Assigns an administrator role in the whole organisation, or removes the assignment',
    rights: `${scope('rolemanagement')}, and a super administrator`,
    limits: 'Roles that are limited to an organisational unit are refused',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds the account to the group as a member, or removes it',
    rights: scope('group.member'),
    limits: 'Undoing gives a manager or owner their role in the group back. The group of all users is refused',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a group with this name, and an address that is made of it',
    rights: scope('group'),
    limits: 'Undoing deletes the group only while it has no members and its name is the same',
  },
];
