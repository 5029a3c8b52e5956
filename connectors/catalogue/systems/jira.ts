// Jira Cloud and Jira Data Center.
import { z } from 'zod';
import { basic, bearer } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

const cloud = ['cloudUsers', 'cloudGroups', 'cloudProjects'];
const dataCenter = ['serverUsers', 'serverGroups', 'serverProjects'];

export const jira = catalogueConnector({
  type: 'jira',
  title: 'Jira',
  description: 'Users, groups, projects and project roles with their actors of Jira Cloud or Jira Data Center.',
  settings: {
    url: systemUrl('Address of Jira, for example https://acme.atlassian.net'),
    token: secretText('API token (Cloud), or personal access token (Data Center)'),
    email: plainText('E-mail address of the user whose API token it is. Needed for Jira Cloud').optional(),
    deployment: z.enum(['cloud', 'data-center']).default('cloud').describe('Which Jira it is'),
  },
  declares: [
    {
      types: [
        ...['IntegratedApplication', 'Account', 'UserGroup', 'ResourceClass', 'ResourceInstance', 'Role'],
        ...['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights: 'the global permissions Browse users and groups and Administer Jira',
    },
  ],
  access: ({ url, token, email }) => ({ url, credentials: email === undefined ? bearer(token) : basic(email, token) }),
  leavesOut: ({ deployment }) => (deployment === 'cloud' ? dataCenter : cloud),
});
