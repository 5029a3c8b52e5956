// Settings that connectors over HTTP share: how to reach the source, and the credentials to show there.
import { z } from 'zod';

const httpAddress = z.string().regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query');

/** How to reach the source: proxy, certificate authority, limits. */
export const connectionSettings = z.strictObject({
  proxy: httpAddress
    .optional()
    .describe('HTTP proxy through which the source is reached, for example http://proxy.example.org:3128')
    .meta({ secret: true }),
  ca_file: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file with the certificates of the authorities that the source’s certificate may come from, instead of the usual ones; relative to the folder of the configuration file',
    ),
  answer_seconds: z
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe(
      'How long the source may take until its answer to a request begins, and between two parts of it. The whole answer may take twice as long',
    ),
  parallel_requests: z
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Requests that are sent to the source at once, at most'),
});

export type ConnectionSettings = z.output<typeof connectionSettings>;

/** One kind of credentials. */
export const authenticationSettings = z
  .strictObject({
    bearer_token: z.string().min(1).optional().describe('Token that is sent with each request').meta({ secret: true }),
    username: z.string().min(1).optional().describe('User name of HTTP Basic authentication'),
    password: z.string().min(1).optional().describe('Password of HTTP Basic authentication').meta({ secret: true }),
    oauth: z
      .strictObject({
        token_url: httpAddress.describe('Token endpoint'),
        client_id: z.string().min(1).describe('Id of the client'),
        client_secret: z.string().min(1).describe('Secret of the client').meta({ secret: true }),
        scope: z.string().min(1).optional().describe('Scopes to request, separated by blanks'),
        audience: z.string().min(1).optional().describe('Audience to request, where the token endpoint wants one'),
        secret_in_body: z
          .boolean()
          .default(false)
          .describe('Send id and secret in the body instead of a Basic header, for servers that want it so'),
      })
      .optional()
      .describe('OAuth 2.0 client credentials (RFC 6749, section 4.4)'),
  })
  .refine(
    ({ username, password }) => (username === undefined) === (password === undefined),
    'username and password belong together',
  )
  .refine(
    ({ bearer_token, username, oauth }) => [bearer_token, username, oauth].filter(Boolean).length <= 1,
    'has several kinds of credentials; give one of bearer_token, username with password, oauth',
  );

export type AuthenticationSettings = z.output<typeof authenticationSettings>;
