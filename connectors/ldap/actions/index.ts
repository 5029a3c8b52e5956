// What can be changed in a directory (README.md, Changes).
import type { Actions, ActionTargets, DeclaredActions } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import { accountAction } from './accounts.ts';
import { createGroup } from './create-group.ts';
import { groupHolder, memberAction, roleHolder } from './members.ts';

export const ldapActions: Actions<LdapClient> = {
  DisableAccount: accountAction('DisableAccount'),
  EnableAccount: accountAction('EnableAccount'),
  ActivateAccount: accountAction('ActivateAccount'),
  AssignRole: memberAction<ActionTargets['AssignRole']>({ adds: true, holderOf: roleHolder }),
  RemoveRole: memberAction<ActionTargets['RemoveRole']>({ adds: false, holderOf: roleHolder }),
  AddGroupMember: memberAction<ActionTargets['AddGroupMember']>({ adds: true, holderOf: groupHolder }),
  RemoveGroupMember: memberAction<ActionTargets['RemoveGroupMember']>({ adds: false, holderOf: groupHolder }),
  CreateUserGroup: createGroup,
};

export const declaredLdapActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount'],
    effect:
      'Active Directory: sets or clears the flag ACCOUNTDISABLE of `userAccountControl`. OpenLDAP: sets `pwdAccountLockedTime` to `000001010000Z`, or deletes it. 389 Directory Server: sets `nsAccountLock` to `true`, or deletes it',
    rights: 'writing `userAccountControl`, `pwdAccountLockedTime` or `nsAccountLock` of accounts',
    limits:
      'OpenLDAP needs the overlay ppolicy and a policy with `pwdLockout: TRUE`; other servers refuse. Sessions that are open stay open',
  },
  {
    operations: ['ActivateAccount'],
    effect:
      'As `EnableAccount`, and ends what else keeps the owner out: `lockoutTime` becomes 0, a past `accountExpires` becomes never (Active Directory); `pwdEndTime` and `shadowExpire` in the past, `pwdStartTime` in the future (OpenLDAP), `accountUnlockTime` (389 Directory Server) are deleted',
    rights: 'writing these attributes of accounts',
    limits: 'Active Directory does not let the lock after wrong passwords be restored. Expired passwords stay expired',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds or deletes one value of `member`, `uniqueMember` or `memberUid` of the group',
    rights: 'writing these attributes of groups',
    limits:
      'Refused: removing from the primary group, groups whose members the server computes, the last member of a class that needs one. Memberships through other groups stay',
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect:
      'Adds or deletes one value of `roleOccupant` of an `organizationalRole`, or of `member` of a built-in privileged group of Active Directory',
    rights: 'writing these attributes',
    limits: 'Refused: roles of 389 Directory Server. Roles that an account has through a group stay',
  },
  {
    operations: ['CreateUserGroup'],
    effect:
      'Active Directory: adds a global security group. Others: adds a `groupOfNames` below `groups_container`, with the empty DN as member where the schema wants one',
    rights: 'creating and deleting groups in the container',
    limits: 'Undoing deletes the group only while it has no members and its name is the same',
  },
];
