// Credentials of an API that a description reads: those of the settings that all HTTP sources share, and the other ways that APIs have.
import { z } from 'zod';
import { jwtBearer } from './access-tokens.ts';
import { credentialsOf } from './authentication.ts';
import { bearer, type Credentials, parameterKey } from './credentials.ts';
import { sessionLogin } from './session-login.ts';
import { authenticationSettings } from './settings.ts';

const text = z.string().min(1);

/** One kind of credentials. */
export const apiAuthenticationSettings = z
  .strictObject({
    ...authenticationSettings.shape,
    api_key: z
      .strictObject({
        value: text.describe('The key').meta({ secret: true }),
        header: text.optional().describe('Header that takes it, for example X-Api-Key'),
        parameter: text.optional().describe('Parameter of the address that takes it'),
        prefix: z.string().default('').describe('Text before the key in the header, for example `Token `'),
      })
      .refine(
        ({ header, parameter }) => (header === undefined) !== (parameter === undefined),
        'give one of header, parameter',
      )
      .optional()
      .describe('Key that is sent with each request'),
    jwt_bearer: z
      .strictObject({
        token_url: z.url().describe('Token endpoint'),
        client_id: text.describe('`iss` of the assertion'),
        private_key: text.describe('Private key, PEM with PKCS #8').meta({ secret: true }),
        algorithm: z.enum(['RS256', 'PS256', 'ES256']).default('RS256').describe('How the assertion is signed'),
        key_id: text.optional().describe('Id of the key'),
        scope: z.string().default('').describe('Scopes to request, separated by blanks'),
        subject: text.optional().describe('User on whose behalf the client acts; default: itself'),
      })
      .optional()
      .describe('Access tokens for a signed assertion, as service accounts get them (RFC 7523, section 2.1)'),
    session: z
      .strictObject({
        path: text.describe('Path of the sign-in, relative to `url`'),
        body: z
          .record(text, z.string())
          .describe('Members of its body, such as user name and password')
          .meta({ secret: true }),
        member: text.optional().describe('Member of the answer that holds the token, for example data.token'),
        cookie: text.optional().describe('Cookie of the answer that holds the token'),
        header: text.default('authorization').describe('Header that takes the token'),
        prefix: z.string().default('Bearer ').describe('Text before the token in the header'),
      })
      .refine(({ member, cookie }) => (member === undefined) !== (cookie === undefined), 'give one of member, cookie')
      .optional()
      .describe('A sign-in whose token or cookie is sent with each request'),
  })
  .refine(
    ({ username, password }) => (username === undefined) === (password === undefined),
    'username and password belong together',
  )
  .refine(
    ({ password: _password, ...kinds }) => Object.values(kinds).filter(kind => kind !== undefined).length <= 1,
    'has several kinds of credentials; give one of bearer_token, username with password, oauth, api_key, jwt_bearer, session',
  );

export type ApiAuthenticationSettings = z.output<typeof apiAuthenticationSettings>;

/** The credentials that settings give; undefined when they give none. @param baseUrl address that paths are relative to */
export function apiCredentialsOf(settings: ApiAuthenticationSettings, baseUrl: string): Credentials | undefined {
  const { api_key: key, jwt_bearer: jwt, session } = settings;
  if (key?.parameter !== undefined) return parameterKey(key.parameter, key.value);
  if (key?.header !== undefined) return bearer(key.value, key.header.toLowerCase(), key.prefix);
  if (session) return sessionLogin({ ...session, url: new URL(session.path, baseUrl).href });
  if (!jwt) return credentialsOf(settings);
  const { token_url: tokenUrl, client_id: clientId, private_key: privateKey, algorithm, key_id: keyId, scope } = jwt;
  return jwtBearer({ tokenUrl, clientId, privateKey, algorithm, keyId, scope }, jwt.subject);
}
