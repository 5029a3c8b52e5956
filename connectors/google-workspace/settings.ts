// Settings of a `google-workspace` source.
import { z } from 'zod';
import { samlCertificate } from '../../src/connector/federation/saml-certificate.ts';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const root = 'https://www.googleapis.com/auth';

export const googleSettings = z.strictObject({
  service_account: z
    .strictObject({
      client_email: z.string().min(1).describe('`client_email` of the key file'),
      private_key: z.string().min(1).describe('`private_key` of the key file, PEM').meta({ secret: true }),
      key_id: z.string().min(1).optional().describe('`private_key_id` of the key file'),
    })
    .describe('Service account with domain-wide delegation'),
  administrator: z.email().describe('Address of the administrator on whose behalf the service account acts'),
  customer: z
    .string()
    .regex(/^[A-Za-z0-9_]+$/, 'must be an id such as C0123abcd, or my_customer')
    .default('my_customer')
    .describe('Id of the customer; `my_customer`: the one that the administrator belongs to'),
  scopes: z
    .string()
    .min(1)
    .optional()
    .describe('Scopes to request, separated by blanks; default: those that reading with these settings needs'),
  tokens_of: z
    .enum(['everybody', 'administrators', 'nobody'])
    .default('administrators')
    .describe(
      'Whose third-party tokens and application passwords to read. They take two requests for each account, which the quota makes slow for many accounts',
    ),
  group_settings: z
    .boolean()
    .default(true)
    .describe('Whether to read who may join each group. This takes a request for each group'),
  devices: z.boolean().default(false).describe('Whether to read mobile and ChromeOS devices'),
  saml_certificate: samlCertificate.optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .default('https://admin.googleapis.com/')
    .describe('Address of the Admin SDK'),
  settings_url: z
    .url({ protocol: /^https?$/ })
    .default('https://www.googleapis.com/')
    .describe('Address of the Groups Settings API'),
  token_url: z
    .url({ protocol: /^https?$/ })
    .default('https://oauth2.googleapis.com/token')
    .describe('Address of the token endpoint'),
  connection: connectionSettings.prefault({}).describe('How to reach Google'),
});

export type GoogleSettings = z.output<typeof googleSettings>;

const directory = (names: readonly string[]) => names.map(name => `${root}/admin.directory.${name}`);

/** The scopes to request: those of the settings, or those that reading needs. */
export function requestedScopes({ scopes, tokens_of, group_settings, devices }: GoogleSettings): string {
  if (scopes !== undefined) return scopes;
  const lists = ['user', 'user.alias', 'group', 'group.member', 'orgunit', 'rolemanagement', 'domain', 'customer'];
  return [
    ...directory([...lists, ...(devices ? ['device.mobile', 'device.chromeos'] : [])].map(name => `${name}.readonly`)),
    ...(tokens_of === 'nobody' ? [] : directory(['user.security'])),
    ...(group_settings ? [`${root}/apps.groups.settings`] : []),
  ].join(' ');
}
