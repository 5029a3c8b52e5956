// What can be changed in an Okta organisation (README.md, Changes).

import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { OktaClient } from '../client.ts';
import { activation, suspension } from './accounts.ts';
import { groupCreation, memberAction } from './groups.ts';
import { roleAction } from './roles.ts';

export const oktaActions: Actions<OktaClient> = {
  DisableAccount: suspension(true),
  EnableAccount: suspension(false),
  ActivateAccount: activation,
  AssignRole: roleAction(true),
  RemoveRole: roleAction(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: groupCreation,
};

export const declaredOktaActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount'],
    effect: 'Suspends the user, or ends the suspension: groups and applications stay assigned',
    rights: 'okta.users.manage, and a role that manages the user',
    limits:
      'Only active users are suspended. A deactivated user is not enabled: that is `ActivateAccount`. Machine and token accounts are refused',
  },
  {
    operations: ['ActivateAccount'],
    effect: 'Ends a suspension or a lock, and activates a staged or deactivated user',
    rights: 'okta.users.manage, and a role that manages the user',
    limits:
      'Activating a staged or deactivated user cannot be undone: Okta deactivates only together with all applications',
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect: 'Assigns a standard administrator role to the user, or removes it',
    rights: 'okta.roles.manage, and the role Super Administrator',
    limits:
      'Custom roles and roles that are limited to some groups or applications are refused, and so are roles that come through a group',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds the user to the group, or removes the user',
    rights: 'okta.groups.manage, and a role that manages the group',
    limits:
      'Groups whose members come from a directory or an application, or are decided by a rule, and Everyone are refused',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a group with this name',
    rights: 'okta.groups.manage, and a role that creates groups',
    limits: 'Undoing deletes the group only while it has no members and its name is the same',
  },
];
