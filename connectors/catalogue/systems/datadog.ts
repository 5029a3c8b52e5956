// Datadog organisations, on each of its sites (docs.datadoghq.com/getting_started/site).
import { bearer } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { secretText, systemUrl } from './addresses.ts';

export const datadog = catalogueConnector({
  type: 'datadog',
  title: 'Datadog',
  description:
    'Users and service accounts, roles with their permissions, teams, API keys and application keys of a Datadog organisation.',
  settings: {
    api_key: secretText('API key'),
    application_key: secretText('Application key'),
    url: systemUrl('Address of the API of your site, for example https://api.datadoghq.eu').default(
      'https://api.datadoghq.com',
    ),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'Role', 'PermissionSet'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights: 'an application key with the scopes user_access_read, teams_read, api_keys_read and org_app_keys_read',
    },
  ],
  access: ({ api_key, application_key, url }) => ({
    url: `${url.replace(/\/+$/, '')}/api`,
    credentials: bearer(application_key, 'dd-application-key'),
    headers: { 'dd-api-key': api_key },
    secrets: [api_key],
  }),
});
