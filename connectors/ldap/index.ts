// LDAP directories and Active Directory, read over the network.
import { defineConnector } from '../../src/connector/contract.ts';
import { checkLdap } from './check.ts';
import { openLdap } from './open.ts';
import { ldapReads } from './reads/index.ts';
import { ldapSettings } from './settings.ts';

export const ldap = defineConnector({
  type: 'ldap',
  title: 'LDAP directory, Active Directory',
  description:
    'The accounts, groups, roles and containers of a directory: OpenLDAP, Active Directory, Samba, 389 Directory Server and others that speak LDAP.',
  settings: ldapSettings,
  open: openLdap,
  async close({ session }) {
    session.close();
  },
  check: checkLdap,
  reads: ldapReads,
});
