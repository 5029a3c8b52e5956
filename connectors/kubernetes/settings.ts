// Settings of a `kubernetes` source.
import { z } from 'zod';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const namespaceName = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be the name of a namespace');

export const kubernetesSettings = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .describe('Address of the API server, for example `https://cluster.example.org:6443`'),
    token: z.string().min(1).optional().describe('Token of a service account').meta({ secret: true }),
    token_file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the token, read at each sync, because Kubernetes renews tokens of pods; relative to the folder of the configuration file',
      ),
    name: z.string().min(1).optional().describe('What to call the cluster; default: the host of its address'),
    namespaces: z
      .array(namespaceName)
      .min(1)
      .optional()
      .describe(
        'Read these namespaces only, each with requests of its own; default: all, with one list for the cluster',
      ),
    tokens: z
      .boolean()
      .default(false)
      .describe(
        'Whether to read which Secrets are tokens of service accounts. Only their metadata is requested, but the right to list Secrets would show their values too',
      ),
    identity_provider: z
      .strictObject({
        issuer: z.url({ protocol: /^https?$/ }).describe('`--oidc-issuer-url` of the API server'),
        client_id: z.string().min(1).describe('`--oidc-client-id` of the API server'),
        username_prefix: z.string().default('').describe('`--oidc-username-prefix`, as it is before names'),
        groups_prefix: z.string().default('').describe('`--oidc-groups-prefix`, as it is before names of groups'),
      })
      .optional()
      .describe('How users sign in, which the API does not show. With it they are linked to their accounts there'),
    connection: connectionSettings.prefault({}).describe('How to reach the API server'),
  })
  .refine(
    ({ token, token_file }) => (token === undefined) !== (token_file === undefined),
    'give one of token and token_file',
  );

export type KubernetesSettings = z.output<typeof kubernetesSettings>;
