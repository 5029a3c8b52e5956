// Auth0 tenants, as a machine-to-machine application (auth0.com/docs/secure/tokens/access-tokens/management-api-access-tokens).
import { z } from 'zod';
import { clientCredentials } from '../../../src/connector/http/access-tokens.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const auth0 = catalogueConnector({
  type: 'auth0',
  title: 'Auth0',
  description:
    'Users, roles with their permissions, organisations with members, APIs, clients and client grants of an Auth0 tenant.',
  settings: {
    url: systemUrl('Address of the tenant, for example https://acme.eu.auth0.com. Not a custom domain'),
    client_id: plainText('Client id of a machine-to-machine application that is authorised for the Management API'),
    client_secret: secretText('Its client secret'),
    for_each_user: z
      .array(z.enum(['permissions', 'methods']))
      .default([])
      .describe(
        'What takes a request for each user: permissions that users have without a role, and enrolled authentication methods',
      ),
  },
  declares: [
    {
      types: [
        ...[
          'IntegratedApplication',
          'Account',
          'AssignedApplication',
          'Role',
          'UserGroup',
          'ResourceClass',
          'ResourceInstance',
        ],
        ...['PermissionSet', 'EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      ],
      incremental: false,
      rights:
        'the scopes read:users, read:roles, read:role_members, read:organizations, read:organization_members, read:organization_member_roles, read:clients, read:client_grants and read:resource_servers',
    },
    { types: ['AuthenticatorEnrollment'], incremental: false, rights: 'the scope read:authentication_methods' },
  ],
  access(settings) {
    const url = settings.url.replace(/\/+$/, '');
    const { client_id, client_secret } = settings;
    return {
      url: `${url}/api/v2`,
      credentials: clientCredentials({
        ...{ token_url: `${url}/oauth/token`, client_id, client_secret },
        audience: `${url}/api/v2/`,
        secret_in_body: true,
      }),
    };
  },
  leavesOut: ({ for_each_user: wanted }) => [
    ...(wanted.includes('permissions') ? [] : ['userPermissions']),
    ...(wanted.includes('methods') ? [] : ['userMethods']),
  ],
});
