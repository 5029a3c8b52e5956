// What the connector can change on a machine. Sudo rules are text that people maintain, so no tool gives or takes them.
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { HostClient } from '../client.ts';
import { activateAccount, disableAccount, enableAccount } from './accounts.ts';
import { addGroupMember, createUserGroup, removeGroupMember } from './groups.ts';

export const hostActions: Actions<HostClient> = {
  DisableAccount: disableAccount,
  EnableAccount: enableAccount,
  ActivateAccount: activateAccount,
  AddGroupMember: addGroupMember,
  RemoveGroupMember: removeGroupMember,
  CreateUserGroup: createUserGroup,
};

const rights = '`change_accounts: true` in the settings of the source, and a service that runs as root';

export const hostDeclaredActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount', 'ActivateAccount'],
    effect: '`usermod --lock --expiredate 1`, and the reverse. Activating also unlocks a locked password',
    rights,
    limits: 'Sessions and processes go on. Root, and accounts that are not in /etc/passwd, are refused',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: '`gpasswd --add`, `gpasswd --delete`',
    rights,
    limits: 'Sessions keep their groups until they end. The primary group of an account is not taken from it',
  },
  {
    operations: ['CreateUserGroup'],
    effect: '`groupadd`',
    rights,
    limits: 'Undoing deletes the group while nobody is in it. Files that it owns by then keep its group id',
  },
];
