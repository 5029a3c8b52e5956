// What can be changed in a tenant (README.md, Changes).
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { EntraClient } from '../client.ts';
import { enabling } from './accounts.ts';
import { groupCreation, memberAction } from './groups.ts';
import { roleAction } from './roles.ts';

export const entraActions: Actions<EntraClient> = {
  DisableAccount: enabling(false),
  EnableAccount: enabling(true),
  AssignRole: roleAction(true),
  RemoveRole: roleAction(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: groupCreation,
};

export const declaredEntraActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount'],
    effect: 'Blocks the sign-in of the user or service principal, or allows it: groups, roles and applications stay',
    rights:
      '`User.EnableDisableAccount.All` and `User.Read.All`, and for administrators a directory role; for service principals `Application.ReadWrite.All`',
    limits:
      'Users who are synced from a directory are refused: change them there. Secrets and certificates are refused. Sessions that have begun end with their tokens, after about an hour',
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect: 'Assigns a directory role over the whole tenant to the account, or removes it',
    rights: '`RoleManagement.ReadWrite.Directory`',
    limits:
      'Roles over a part of the tenant, roles of Azure, and roles that come through a group are refused or left as they are. Eligibility is not changed',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds the account to the group, or removes it',
    rights: '`GroupMember.ReadWrite.All`; for groups with directory roles `RoleManagement.ReadWrite.Directory`',
    limits: 'Groups that are synced from a directory, dynamic, or mail-enabled groups of Exchange are refused',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a security group with this name',
    rights: '`Group.Create`; for undoing `Group.ReadWrite.All`',
    limits: 'Undoing deletes the group only while it has no members and its name is the same',
  },
];
