// Settings of an `entra` source.
import { z } from 'zod';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const address = (what: string) =>
  z.string().regex(/^https?:\/\/[^\s?#/]+\/?$/, `must be an address without a path, such as ${what}`);

export const entraSettings = z
  .strictObject({
    tenant_id: z
      .string()
      .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the id of the tenant, which is a GUID')
      .transform(id => id.toLowerCase())
      .describe('Directory (tenant) id, a GUID; not a domain'),
    client_id: z.string().min(1).describe('Application (client) id of the app registration'),
    client_secret: z.string().min(1).optional().describe('Client secret').meta({ secret: true }),
    certificate: z
      .strictObject({
        certificate: z.string().min(1).describe('The certificate, PEM, as uploaded to the app registration'),
        private_key: z.string().min(1).describe('Its private key, PEM with PKCS #8').meta({ secret: true }),
      })
      .optional()
      .describe('Certificate to sign in with, instead of a secret'),
    azure: z
      .boolean()
      .default(true)
      .describe('Read role assignments of Azure too; false where the tenant has no Azure subscriptions'),
    graph_url: address('https://graph.microsoft.com')
      .default('https://graph.microsoft.com')
      .describe('Address of Microsoft Graph; national clouds have their own'),
    azure_url: address('https://management.azure.com')
      .default('https://management.azure.com')
      .describe('Address of Azure Resource Manager'),
    login_url: address('https://login.microsoftonline.com')
      .default('https://login.microsoftonline.com')
      .describe('Address that issues tokens'),
    connection: connectionSettings.prefault({}).describe('How to reach the services'),
  })
  .refine(
    ({ client_secret, certificate }) => (client_secret === undefined) !== (certificate === undefined),
    'give one of client_secret and certificate',
  );

export type EntraSettings = z.output<typeof entraSettings>;
