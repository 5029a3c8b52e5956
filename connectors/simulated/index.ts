// An application that does not exist, for trying out changes and for tests. Everything that it has is in one file.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { accountActions } from './actions/accounts.ts';
import { groupActions } from './actions/groups.ts';
import { membershipActions } from './actions/memberships.ts';
import { simulatedReads } from './reads.ts';
import { simulatedSettings } from './settings.ts';
import { openStore, type Store } from './store.ts';

const rights = 'reading and writing the file and its folder';

export const simulated = defineConnector<typeof simulatedSettings, Store>({
  type: 'simulated',
  title: 'Simulated application',
  description:
    'An application that does not exist: its accounts, groups and roles are in one file. For trying out changes, and for tests.',
  settings: simulatedSettings,
  declares: [{ types: simulatedReads.map(({ lands }) => lands), incremental: false, rights }],
  open: async (settings, context) => openStore(settings, context),
  close: async store => store.close(),
  check: async store => damages(store),
  reads: () => simulatedReads,
  declaresActions: [
    {
      operations: ['DisableAccount'],
      effect: 'Sets `enabled = 0`, and drops the roles and groups of the account',
      rights,
    },
    {
      operations: ['EnableAccount'],
      effect: 'Sets `enabled = 1`, and adds the roles and groups that disabling by this service dropped',
      rights,
      limits:
        'roles and groups that do not exist any more are not added; an account that is enabled already gets none back',
    },
    {
      operations: ['ActivateAccount'],
      effect: 'Sets `enabled = 1` and `locked = 0`, and removes an expiry that has passed',
      rights,
      limits: 'Does not bring back what disabling dropped; `EnableAccount` does, while the account is disabled',
    },
    {
      operations: ['AssignRole', 'RemoveRole', 'AddGroupMember', 'RemoveGroupMember'],
      effect: 'Adds or removes a row of `membership`',
      rights,
      limits: 'A disabled account gets no roles and groups',
    },
    {
      operations: ['CreateUserGroup'],
      effect: 'Adds a row to `user_group`',
      rights,
      limits: 'Names are refused that are empty, longer than 256 characters, or have control characters',
    },
  ],
  actions: { ...accountActions, ...membershipActions, ...groupActions },
});

function damages(store: Store): Problem[] {
  return store
    .all<{ quick_check: string }>('PRAGMA quick_check(5)')
    .filter(({ quick_check: found }) => found !== 'ok')
    .map(({ quick_check: message }) => ({
      severity: 'error',
      place: store.file,
      message,
      fix: 'restore a copy, or delete the file to begin again with the seed',
    }));
}
