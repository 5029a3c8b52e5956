// Settings of an `okta` source.
import { z } from 'zod';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const scopes = [
  'okta.users.read okta.groups.read okta.apps.read okta.roles.read okta.policies.read okta.networkZones.read',
  'okta.authenticators.read okta.idps.read okta.apiTokens.read okta.appGrants.read okta.logs.read okta.orgs.read',
].join(' ');

export const oktaSettings = z
  .strictObject({
    url: z
      .string()
      .regex(/^https?:\/\/[^\s?#/]+\/?$/, 'must be the address of the organisation, such as https://acme.okta.com')
      .describe('Address of the organisation, such as https://acme.okta.com; not the one of the admin console'),
    api_token: z.string().min(1).optional().describe('API token of an administrator').meta({ secret: true }),
    service_app: z
      .strictObject({
        client_id: z.string().min(1).describe('Client id of the service application'),
        private_key: z.string().min(1).describe('Its private key, PEM with PKCS #8').meta({ secret: true }),
        key_id: z.string().min(1).optional().describe('`kid` of the key, if the application has several'),
        algorithm: z.enum(['RS256', 'ES256']).default('RS256').describe('How the key signs'),
        dpop: z
          .boolean()
          .default(false)
          .describe('Whether the application requires the header Demonstrating Proof of Possession (DPoP)'),
        scopes: z.string().min(1).default(scopes).describe('Scopes to request, separated by blanks'),
      })
      .optional()
      .describe('OAuth 2.0 service application that signs in with a private key'),
    enrollments_of: z
      .enum(['everybody', 'administrators', 'nobody'])
      .default('administrators')
      .describe(
        'Whose enrollments of authenticators to read. They take a request for each account, which the limits of Okta make slow for many accounts',
      ),
    log_days: z
      .int()
      .min(0)
      .max(90)
      .default(7)
      .describe('Days of sign-ins that a full read takes from the system log; 0: none'),
    connection: connectionSettings.prefault({}).describe('How to reach the organisation'),
  })
  .refine(
    ({ api_token, service_app }) => (api_token === undefined) !== (service_app === undefined),
    'give one of api_token and service_app',
  );

export type OktaSettings = z.output<typeof oktaSettings>;
