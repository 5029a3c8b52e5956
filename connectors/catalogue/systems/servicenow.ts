// ServiceNow instances.
import { basic } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const servicenow = catalogueConnector({
  type: 'servicenow',
  title: 'ServiceNow',
  description: 'Users, groups, roles with their holders and nesting, and OAuth clients of a ServiceNow instance.',
  settings: {
    url: systemUrl('Address of the instance, for example https://acme.service-now.com'),
    username: plainText('User of the integration'),
    password: secretText('Its password'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'Role'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights:
        'a user with web service access only and read access to sys_user, sys_user_group, sys_user_grmember, sys_user_role, sys_user_has_role, sys_group_has_role, sys_user_role_contains, cmn_department and oauth_entity',
    },
  ],
  access: ({ url, username, password }) => ({
    url: `${url.replace(/\/+$/, '')}/api/now/table`,
    credentials: basic(username, password),
  }),
});
