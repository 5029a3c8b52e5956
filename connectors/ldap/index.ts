// LDAP directories and Active Directory, read over the network.
import { defineConnector } from '../../src/connector/contract.ts';
import { declaredLdapActions, ldapActions } from './actions/index.ts';
import { checkLdap } from './check.ts';
import { openLdap } from './open.ts';
import { ldapReads, readAccounts } from './reads/index.ts';
import { ldapSettings } from './settings.ts';

/** Where the server can tell what has changed (README.md, Incremental reads). */
const incremental = [
  'ObjectDirectory',
  'Department',
  'DepartmentContainsDepartment',
  'Account',
  'UserGroup',
  'Role',
  'EntityManagedViaObject',
  'ResourceInstance',
  'ResourceInstanceContainsResourceInstance',
  'EntityAssignedAccessToObject',
];
const rights = 'reading the entries below the base, without their passwords';

export const ldap = defineConnector({
  type: 'ldap',
  title: 'LDAP directory, Active Directory',
  description:
    'The accounts, groups, roles and containers of a directory: OpenLDAP, Active Directory, Samba, 389 Directory Server and others that speak LDAP.',
  settings: ldapSettings,
  declares: [
    { types: incremental, incremental: true, rights },
    { types: ['IntegratedApplication', 'DirectoryProvider', 'ResourceClass'], incremental: false, rights },
  ],
  open: openLdap,
  async close({ session }) {
    session.close();
  },
  check: checkLdap,
  reads: ldapReads,
  readObjects: { Account: readAccounts },
  declaresActions: declaredLdapActions,
  actions: ldapActions,
  changesPerClient: 200,
});
