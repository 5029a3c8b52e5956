// Zoom (developers.zoom.us/docs/api), with a server-to-server OAuth app (developers.zoom.us/docs/internal-apps/s2s-oauth).
import { accountCredentials } from '../../../src/connector/http/access-tokens.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const zoom = catalogueConnector({
  type: 'zoom',
  title: 'Zoom',
  description: 'Users with their state and licence, groups, and roles with their privileges of a Zoom account.',
  settings: {
    account_id: plainText('Account id of the server-to-server OAuth app'),
    client_id: plainText('Client id of the app'),
    client_secret: secretText('Client secret of the app'),
    url: systemUrl('Address of the API').default('https://api.zoom.us/v2'),
    token_url: systemUrl('Token endpoint').default('https://zoom.us/oauth/token'),
  },
  declares: [
    {
      types: [
        'IntegratedApplication',
        'Account',
        'UserGroup',
        'Role',
        'EntityManagedViaObject',
        'EntityAssignedAccessToObject',
      ],
      incremental: false,
      rights:
        'a server-to-server OAuth app with the scopes that list users, groups and roles and get roles (`…:admin`)',
    },
  ],
  access: ({ account_id, client_id, client_secret, url, token_url }) => ({
    url,
    credentials: accountCredentials({ client_id, client_secret, token_url, account_id }),
  }),
});
