// What can be changed in a SCIM service (README.md, Changes).
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { ScimClient } from '../client.ts';
import { activeAction } from './accounts.ts';
import { groupCreation } from './create-group.ts';
import { memberAction } from './members.ts';
import { roleAction } from './roles.ts';

export const scimActions: Actions<ScimClient> = {
  DisableAccount: activeAction(false),
  EnableAccount: activeAction(true),
  ActivateAccount: activeAction(true),
  AssignRole: roleAction(true),
  RemoveRole: roleAction(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: groupCreation,
};

const put = 'Services that take no PATCH get a PUT of the whole resource, with If-Match where they have versions';

export const declaredScimActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount', 'ActivateAccount'],
    effect: 'Sets `active` of the user',
    rights: 'a token that may change Users',
    limits: `SCIM has no locks and expiry dates, so activating is enabling. ${put}`,
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect: 'Adds or removes one value of `roles` of the user',
    rights: 'a token that may change Users',
    limits: `Only where users of the service have roles. ${put}`,
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds or removes one value of `members` of the group',
    rights: 'a token that may change Groups, and get Users',
    limits: `Only where the service shows who is in a group. ${put}`,
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates a group with this `displayName`',
    rights: 'a token that may list, create and delete Groups',
    limits: 'Undoing deletes the group only while it has no members and its name is the same',
  },
];
