// Settings of a `keystone` source.
import { z } from 'zod';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const text = z.string().min(1);

export const keystoneSettings = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+\/v3\/?$/, 'must be an http or https address that ends in /v3')
    .describe('Address of the Identity API, for example https://keystone.example.org:5000/v3'),
  username: text.describe('Name of a user with the role `reader` on the system'),
  user_domain: text.default('Default').describe('Name of the domain of the user'),
  password: text.describe('Password of the user').meta({ secret: true }),
  group_domain: text.default('default').describe('Id of the domain in which groups are created'),
  credentials: z
    .boolean()
    .default(true)
    .describe('Whether to read application credentials. They take a request for each user'),
  connection: connectionSettings.prefault({}).describe('How to reach Keystone'),
});

export type KeystoneSettings = z.output<typeof keystoneSettings>;
