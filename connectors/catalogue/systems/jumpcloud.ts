// JumpCloud (docs.jumpcloud.com/api).
import { bearer } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const jumpcloud = catalogueConnector({
  type: 'jumpcloud',
  title: 'JumpCloud',
  description: 'Users, user groups with their members, and applications with who signs in to them of JumpCloud.',
  settings: {
    api_key: secretText('API key of an administrator'),
    organization: plainText('Id of the organisation, where the administrator manages several').optional(),
    url: systemUrl('Address of the API').default('https://console.jumpcloud.com/api'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'AssignedApplication'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights: 'the API key of an administrator with the role Read Only',
    },
  ],
  access: ({ api_key, organization, url }) => ({
    ...{ url, credentials: bearer(api_key, 'x-api-key') },
    headers: organization === undefined ? {} : { 'x-org-id': organization },
  }),
});
