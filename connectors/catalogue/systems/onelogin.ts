// OneLogin accounts (developers.onelogin.com/api-docs/2/getting-started/working-with-api-credentials).
import { z } from 'zod';
import { clientCredentials } from '../../../src/connector/http/access-tokens.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const onelogin = catalogueConnector({
  type: 'onelogin',
  title: 'OneLogin',
  description:
    'Users, groups, roles, applications with their users, and registered second factors of a OneLogin account.',
  settings: {
    url: systemUrl('Address of the account, for example https://acme.onelogin.com'),
    client_id: plainText('Client ID of the API credential'),
    client_secret: secretText('Client Secret of the API credential'),
    for_each_user: z
      .array(z.enum(['applications', 'devices']))
      .default(['applications', 'devices'])
      .describe('What takes a request for each user: the applications, and the registered second factors'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'Role', 'AssignedApplication', 'AuthenticatorEnrollment'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights: 'an API credential with the scope Read all',
    },
  ],
  access({ url, client_id, client_secret }) {
    const base = url.replace(/\/+$/, '');
    const credentials = clientCredentials({
      ...{ token_url: `${base}/auth/oauth2/v2/token`, client_id, client_secret, secret_in_body: false },
    });
    return { url: base, credentials };
  },
  leavesOut: ({ for_each_user: wanted }) => [
    ...(wanted.includes('applications') ? [] : ['userApplications']),
    ...(wanted.includes('devices') ? [] : ['userDevices']),
  ],
});
