// Settings of a `github` source.
import { z } from 'zod';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const numericId = z.coerce.string().regex(/^\d+$/, 'must be a number');

export const githubSettings = z
  .strictObject({
    organization: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'must be the name of the organisation as in its address, such as acme')
      .describe('Name of the organisation, as in https://github.com/acme'),
    url: z
      .string()
      .regex(/^https?:\/\/[^\s?#]+$/, 'must be the address of the API, such as https://github.example.org/api/v3')
      .default('https://api.github.com')
      .describe('Address of the REST API; of GitHub Enterprise Server: https://HOST/api/v3'),
    token: z
      .string()
      .min(1)
      .optional()
      .describe('Personal access token of an owner, fine-grained or classic')
      .meta({ secret: true }),
    app: z
      .strictObject({
        app_id: numericId.describe('Id of the GitHub App'),
        installation_id: numericId.describe('Id of its installation in the organisation'),
        private_key: z.string().min(1).describe('Its private key, PEM as GitHub gives it').meta({ secret: true }),
      })
      .optional()
      .describe('GitHub App that signs in with a private key'),
    secrets_of: z
      .enum(['repositories', 'organization'])
      .default('repositories')
      .describe(
        'Whose secrets to list by name: those of the organisation, or also those of each repository, which takes two requests a repository',
      ),
    repository_levels: z
      .enum(['held', 'all'])
      .default('held')
      .describe(
        'Which levels of repositories become roles: those that somebody holds, or all, so that each can be assigned',
      ),
    connection: connectionSettings.prefault({}).describe('How to reach the API'),
  })
  .refine(({ token, app }) => (token === undefined) !== (app === undefined), 'give one of token and app');

export type GithubSettings = z.output<typeof githubSettings>;
