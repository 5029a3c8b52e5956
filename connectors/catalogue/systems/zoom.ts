// Zoom accounts, by a server-to-server OAuth app (developers.zoom.us/docs/internal-apps/s2s-oauth): a grant type of Zoom's own.

import { SourceError } from '../../../src/connector/contract.ts';
import { tokenCredentials } from '../../../src/connector/http/access-tokens.ts';
import { HttpError } from '../../../src/connector/http/http-error.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

interface ZoomApp {
  readonly account_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly token_url: string;
}

const accountCredentials = ({ account_id, client_id, client_secret, token_url }: ZoomApp) =>
  tokenCredentials(
    async send => {
      const answer = await send({
        ...{ method: 'POST', url: token_url, isIdempotent: true },
        form: { grant_type: 'account_credentials', account_id },
        headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
      }).catch(error => {
        if (!(error instanceof HttpError) || error.status === undefined || error.status >= 500) throw error;
        throw refused(token_url, error.problem);
      });
      const value = textAt(answer.body, 'access_token');
      if (value === undefined) throw refused(token_url, 'the answer has no access_token');
      return { value, lifetimeMs: Number(valueAt(answer.body, 'expires_in') ?? 300) * 1000 };
    },
    [client_secret],
  );

function refused(place: string, message: string): SourceError {
  const fix = 'compare account_id, client_id and client_secret with the app, and activate it';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}

export const zoom = catalogueConnector({
  type: 'zoom',
  title: 'Zoom',
  description: 'Users, groups and roles with their privileges of a Zoom account.',
  settings: {
    account_id: plainText('Account ID of the server-to-server OAuth app'),
    client_id: plainText('Client ID of the app'),
    client_secret: secretText('Client secret of the app'),
    url: systemUrl('Address of the API').default('https://api.zoom.us/v2'),
    token_url: systemUrl('Token endpoint').default('https://zoom.us/oauth/token'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'Role', 'EntityManagedViaObject'],
        'EntityAssignedAccessToObject',
      ],
      incremental: false,
      rights:
        'the scopes user:read:list_users:admin, group:read:list_groups:admin, group:read:list_members:admin, role:read:list_roles:admin, role:read:role:admin and role:read:list_members:admin',
    },
  ],
  access: ({ url, ...app }) => ({ url, credentials: accountCredentials(app) }),
});
