// Settings of a `gcp` source.
import { z } from 'zod';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const address = z.url({ protocol: /^https?$/ });

export const gcpSettings = z
  .strictObject({
    service_account: z
      .strictObject({
        client_email: z.string().min(1).describe('`client_email` of the key file'),
        private_key: z.string().min(1).describe('`private_key` of the key file, PEM').meta({ secret: true }),
        key_id: z.string().min(1).optional().describe('`private_key_id` of the key file'),
      })
      .describe('Service account that reads'),
    organization: z
      .string()
      .regex(/^\d+$/, 'must be the number of an organisation, such as 958457776463')
      .optional()
      .describe('Number of the organisation to read, with all its folders and projects'),
    projects: z
      .array(z.string().regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$|^[a-z0-9.-]+:[a-z0-9-]+$/, 'must be the id of a project'))
      .min(1)
      .optional()
      .describe('Ids of projects to read, where the organisation may not be read'),
    policies: z
      .enum(['search', 'places'])
      .default('search')
      .describe(
        '`search`: policies of all resources, by Cloud Asset Inventory. `places`: those of organisations, folders, projects, service accounts and buckets alone, with a request for each',
      ),
    api_keys: z.boolean().default(true).describe('Whether to read API keys. This takes a request for each project'),
    endpoint_url: address.optional().describe('Address of all APIs, for tests and proxies; default: those of Google'),
    token_url: address.default('https://oauth2.googleapis.com/token').describe('Address of the token endpoint'),
    connection: connectionSettings.prefault({}).describe('How to reach Google'),
  })
  .refine(
    ({ organization, projects }) => (organization === undefined) !== (projects === undefined),
    'give one of organization and projects',
  );

export type GcpSettings = z.output<typeof gcpSettings>;
