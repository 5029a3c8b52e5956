// GitLab.com, GitLab Self-Managed and Dedicated (docs.gitlab.com/api/rest).
import { z } from 'zod';
import { bearer } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { secretText, systemUrl } from './addresses.ts';

export const gitlab = catalogueConnector({
  type: 'gitlab',
  title: 'GitLab',
  description:
    'Users, groups with their subgroups and projects, members with access levels, tokens and deploy keys of GitLab.',
  settings: {
    token: secretText('Personal, group or project access token with the scope `read_api`'),
    url: systemUrl('Address of GitLab').default('https://gitlab.com'),
    users: z
      .enum(['members', 'all'])
      .default('members')
      .describe('Which users are read: the members of groups and projects, or all of an instance of your own'),
    credentials: z
      .enum(['all', 'none'])
      .default('all')
      .describe('Whether tokens and deploy keys are read. They take two requests for each group and project'),
  },
  declares: [
    {
      types: [
        'IntegratedApplication',
        'UserGroup',
        'Account',
        'Role',
        'ResourceClass',
        'ResourceInstance',
        'ResourceInstanceContainsResourceInstance',
        'EntityManagedViaObject',
        'EntityAssignedAccessToObject',
      ],
      incremental: false,
      rights:
        'a token with the scope read_api; the role Maintainer for tokens and deploy keys; an administrator for last sign-ins and second factors',
    },
  ],
  access: ({ token, url }) => ({ url: `${url.replace(/\/+$/, '')}/api/v4`, credentials: bearer(token) }),
  leavesOut: ({ users, credentials }) => [
    ...(users === 'all' ? ['groupUsers', 'groupProjectUsers', 'ownProjectUsers'] : ['everyUser']),
    ...(credentials === 'all' ? [] : ['personalTokens', 'groupTokens', 'groupProjectTokens', 'ownProjectTokens']),
    ...(credentials === 'all' ? [] : ['groupDeployTokens', 'groupProjectDeployKeys', 'ownProjectDeployKeys']),
  ],
});
