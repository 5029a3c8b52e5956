// The reads of a directory, in their order.
import type { Gap, Read, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { numberOf } from '../directory/entry.ts';
import { hiddenAttributes } from '../directory/hidden.ts';
import { ensureNamed } from '../directory/lookups.ts';
import { policiesOf } from '../directory/password-policies.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { accountAttributes, accountRecord, isPasswordExpired } from '../records/accounts.ts';
import { applicationRecord, providerRecord } from '../records/application.ts';
import {
  containerAttributes,
  departmentAbove,
  departmentNameAbove,
  departmentRecord,
  directoryAbove,
  directoryRecord,
  isDepartment,
} from '../records/containers.ts';
import { accountState, decisiveAttributes } from '../records/enabled.ts';
import { groupAttributes, groupRecord, ownerNames } from '../records/groups.ts';
import { relationId } from '../records/relations.ts';
import type { AccountState } from '../records/state.ts';
import { type EntityRead, entityRead, objectReader } from './entities.ts';
import { entitlementReads } from './entitlements.ts';
import { membershipRead } from './memberships.ts';
import { privilegedRoleRead, roleRead } from './roles.ts';

type LdapRead = Read<LdapClient>;

const directories: EntityRead = {
  lands: 'ObjectDirectory',
  needs: ['DirectoryProvider'],
  what: 'containers',
  kind: 'container',
  attributes: () => containerAttributes,
  indexed: ['container'],
  record: (client, { entry, id, key }) =>
    isDepartment(entry, client) ? undefined : directoryRecord(client, entry, id, key),
};

const departments: EntityRead = {
  lands: 'Department',
  what: 'organizational units',
  kind: 'container',
  attributes: () => containerAttributes,
  indexed: ['container'],
  record: (client, { entry, id }) => (isDepartment(entry, client) ? departmentRecord(entry, id) : undefined),
};

const departmentEdges: EntityRead = {
  lands: 'DepartmentContainsDepartment',
  needs: ['Department'],
  what: 'organizational units',
  kind: 'container',
  attributes: () => containerAttributes,
  indexed: ['container'],
  record: (client, { entry, id, key }) => {
    const parentId = isDepartment(entry, client) ? departmentAbove(client, key) : undefined;
    return parentId === undefined ? undefined : { id: relationId(parentId, 'contains', id), parentId, childId: id };
  },
};

const states = new WeakMap<RawEntry, Promise<AccountState>>();

const hiddenStates = new WeakMap<LdapClient, Promise<string[]>>();

/** Looked up for one account, because rights seldom differ between accounts. */
function hiddenState(client: LdapClient, entry: RawEntry): Promise<string[]> {
  const names = decisiveAttributes[client.server.kind];
  const hidden = hiddenStates.get(client) ?? hiddenAttributes(client, { entry, name: entry.dn }, names);
  hiddenStates.set(client, hidden);
  return hidden;
}

function stateOf(client: LdapClient, entry: RawEntry): Promise<AccountState> {
  const decide = async () =>
    accountState(entry, {
      server: client.server,
      nowMs: client.now.getTime(),
      policies: await policiesOf(client, entry),
      hidden: await hiddenState(client, entry),
    });
  const state = states.get(entry) ?? decide();
  states.set(entry, state);
  return state;
}

const accounts: EntityRead = {
  lands: 'Account',
  needs: ['ObjectDirectory', 'Department'],
  what: 'accounts',
  kind: 'account',
  attributes: ({ server }) =>
    server.kind === 'active-directory' ? accountAttributes.activeDirectory : accountAttributes.ldap,
  indexed: ['container'],
  async record(client, { entry, id, key }) {
    const administrators = await client.administrators();
    return accountRecord(client, entry, id, {
      state: await stateOf(client, entry),
      containerId: directoryAbove(client, key),
      departmentName: departmentNameAbove(client, key),
      isAdmin: administrators?.has(key, numberOf(entry, 'primaryGroupID')),
    });
  },
  async lacks(client, { entry }) {
    const { unknownBecause, assumed } = await stateOf(client, entry);
    const gaps = [...unknownBecause, ...assumed].map(
      ({ attribute, reason, message }): Gap => ({ reason, subject: attribute, message, missing: 'fields' }),
    );
    if (isPasswordExpired(entry, client.now.getTime())) {
      const message = `the passwords of ${entry.dn}, and perhaps of other accounts, have expired; these accounts count as enabled`;
      gaps.push({ reason: 'unsupported', subject: 'passwordExpirationTime', message, missing: 'fields' });
    }
    return gaps;
  },
  isStale: (_client, changes) => changes.administratorsChanged,
};

export const readAccounts = objectReader(accounts);

const groups: EntityRead = {
  lands: 'UserGroup',
  needs: ['Account'],
  what: 'groups',
  kind: 'group',
  attributes: () => groupAttributes,
  indexed: [],
  async record(client, { entry, id }) {
    const owners = ownerNames(entry);
    if (owners.length > 0) await ensureNamed(client, owners);
    return groupRecord(entry, id, client.index);
  },
};

export function ldapReads({ settings, server }: LdapClient): LdapRead[] {
  const isActiveDirectory = server.kind === 'active-directory';
  return [
    single('IntegratedApplication', applicationRecord),
    single('DirectoryProvider', providerRecord),
    entityRead(directories),
    ...(settings.organizational_units === 'departments' ? [departments, departmentEdges].map(entityRead) : []),
    entityRead(accounts),
    entityRead(groups),
    isActiveDirectory ? privilegedRoleRead : roleRead,
    membershipRead,
    ...(isActiveDirectory ? entitlementReads : []),
  ];
}

function single(lands: string, record: (client: LdapClient) => SourceRecord): LdapRead {
  return {
    lands,
    async *pages(client) {
      yield { records: [record(client)], place: () => client.base };
    },
  };
}
