// OneLogin (developers.onelogin.com/api-docs).
import { z } from 'zod';
import { clientCredentials } from '../../../src/connector/http/access-tokens.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const onelogin = catalogueConnector({
  type: 'onelogin',
  title: 'OneLogin',
  description:
    'Users, groups, roles, applications with who signs in to them, and one-time-password devices of OneLogin.',
  settings: {
    url: systemUrl('Address of the account, for example `https://example.onelogin.com`'),
    client_id: plainText('Client id of the API credential'),
    client_secret: secretText('Client secret of the API credential'),
    per_user: z
      .enum(['all', 'none'])
      .default('all')
      .describe('Whether the applications and devices of each user are read. They take two requests for each user'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'Role', 'AssignedApplication', 'Authenticator'],
        ...['AuthenticatorEnrollment', 'EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights: 'an API credential with the permission Read all',
    },
  ],
  access: ({ url, client_id, client_secret }) => {
    const base = url.replace(/\/+$/, '');
    const token_url = `${base}/auth/oauth2/v2/token`;
    return {
      url: `${base}/api`,
      credentials: clientCredentials({ token_url, client_id, client_secret, secret_in_body: false }),
    };
  },
  leavesOut: ({ per_user }) => (per_user === 'all' ? [] : ['userApps', 'userDevices']),
});
