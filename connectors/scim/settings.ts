// Settings of a `scim` source.
import { z } from 'zod';
import { authenticationSettings, connectionSettings } from '../../src/connector/http/settings.ts';

export const scimSettings = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query')
    .describe('Base address of the SCIM service: the one below which Users and Groups are'),
  name: z.string().min(1).optional().describe('Name of the application; default: the host name of the address'),
  authentication: authenticationSettings.prefault({}).describe('Credentials'),
  connection: connectionSettings.prefault({}).describe('How to reach the service'),
  page_size: z.int().min(1).max(1000).default(100).describe('Objects to ask for at once; the service may give fewer'),
});

export type ScimSettings = z.output<typeof scimSettings>;
