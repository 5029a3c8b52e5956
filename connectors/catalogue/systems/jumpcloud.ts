// JumpCloud organisations.
import { bearer } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const jumpcloud = catalogueConnector({
  type: 'jumpcloud',
  title: 'JumpCloud',
  description: 'Users, user groups and applications with their users and groups of a JumpCloud organisation.',
  settings: {
    api_key: secretText('API key of an administrator'),
    organization_id: plainText('Id of the organisation, for administrators of several').optional(),
    url: systemUrl('Address of the API').default('https://console.jumpcloud.com/api'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'AssignedApplication'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights: 'the administrator role Read Only',
    },
  ],
  access: ({ api_key, organization_id, url }) => ({
    url,
    credentials: bearer(api_key, 'x-api-key'),
    headers: organization_id === undefined ? {} : { 'x-org-id': organization_id },
  }),
});
