// Settings of a `slack` source.
import { z } from 'zod';
import { samlCertificate } from '../../src/connector/federation/saml-certificate.ts';
import { connectionSettings } from '../../src/connector/http/settings.ts';

export const slackSettings = z.strictObject({
  token: z
    .string()
    .min(1)
    .describe('Bot or user token (`xoxb-…`, `xoxp-…`) of an app that is installed in the workspace')
    .meta({ secret: true }),
  scim_token: z
    .string()
    .min(1)
    .optional()
    .describe(
      'User token with the scope `admin` for disabling and enabling members by SCIM (plans Business+ and Enterprise)',
    )
    .meta({ secret: true }),
  channels: z
    .enum(['all', 'public', 'none'])
    .default('none')
    .describe('Which channels to read with their members. They take a request for each channel'),
  saml_certificate: samlCertificate.optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .default('https://slack.com/api/')
    .describe('Address of the Web API'),
  scim_url: z
    .url({ protocol: /^https?$/ })
    .default('https://api.slack.com/scim/v2/')
    .describe('Address of the SCIM API'),
  connection: connectionSettings.prefault({}).describe('How to reach Slack'),
});

export type SlackSettings = z.output<typeof slackSettings>;
