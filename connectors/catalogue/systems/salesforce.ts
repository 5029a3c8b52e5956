// Salesforce orgs, with the client credentials flow of a connected app (help.salesforce.com, "OAuth 2.0 Client Credentials Flow").
import { clientCredentials } from '../../../src/connector/http/access-tokens.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

/** An org without API requests left answers 403 with this code, and no time (developer.salesforce.com, "Status Codes and Error Responses"). */
const limitPauseMs = 60_000;

export const salesforce = catalogueConnector({
  type: 'salesforce',
  title: 'Salesforce',
  description:
    'Users, profiles, permission sets and their groups, roles, public groups, queues, OAuth tokens and second factors of a Salesforce org.',
  settings: {
    url: systemUrl('My Domain address of the org, for example https://acme.my.salesforce.com'),
    client_id: plainText('Consumer key of the connected app'),
    client_secret: secretText('Consumer secret of the connected app'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'Role', 'UserGroup', 'AuthenticatorEnrollment'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights:
        'API Enabled and View Setup and Configuration; Manage Users for frozen users and tokens; Manage Multi-Factor Authentication in API for second factors',
    },
  ],
  access: ({ url, client_id, client_secret }) => ({
    url,
    credentials: clientCredentials({
      token_url: `${url.replace(/\/+$/, '')}/services/oauth2/token`,
      client_id,
      client_secret,
      secret_in_body: true,
    }),
    meaningOf: ({ status, body }) =>
      status === 403 && body.includes('REQUEST_LIMIT_EXCEEDED') ? { status: 429, waitMs: limitPauseMs } : undefined,
  }),
});
