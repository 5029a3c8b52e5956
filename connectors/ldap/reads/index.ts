// The reads of a directory, in their order.
import type { Read, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { numberOf, octetsOf } from '../directory/entry.ts';
import { ensureNamed } from '../directory/lookups.ts';
import { accountAttributes, accountRecord } from '../records/accounts.ts';
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
import { groupAttributes, groupRecord, ownerNames } from '../records/groups.ts';
import { relationshipId } from '../records/relations.ts';
import { type EntityRead, entityRead } from './entities.ts';
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
    return parentId === undefined ? undefined : { id: relationshipId(parentId, 'contains', id), parentId, childId: id };
  },
};

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
      containerId: directoryAbove(client, key),
      departmentName: departmentNameAbove(client, key),
      isAdmin: administrators?.has(key, numberOf(entry, 'primaryGroupID')),
    });
  },
  lacks: ({ server }, { entry }) =>
    server.kind === 'active-directory' && octetsOf(entry, 'userAccountControl').length === 0
      ? {
          reason: 'forbidden',
          subject: 'userAccountControl',
          message: `bind_dn may not read it, so it is not known whether ${entry.dn}, and perhaps other accounts, are disabled`,
          missing: 'fields',
        }
      : undefined,
  isStale: (_client, changes) => changes.administratorsChanged,
};

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
