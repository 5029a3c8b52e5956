// Settings of the API that the requests of a description go to. A description names no host and no secret, so it can be shared.
import { z } from 'zod';
import type { ConnectorContext } from '../../../../src/connector/contract.ts';
import { apiAuthenticationSettings, apiCredentialsOf } from '../../../../src/connector/http/api-authentication.ts';
import { type HttpClient, type HttpClientOptions, openHttpClient } from '../../../../src/connector/http/client.ts';
import { type ConnectionSettings, connectionSettings } from '../../../../src/connector/http/settings.ts';

export const apiSettings = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query')
    .describe('Base address of the API: paths of requests are relative to it, and no request leaves it'),
  authentication: apiAuthenticationSettings.prefault({}).describe('Credentials'),
  headers: z
    .record(z.string().min(1), z.string())
    .default({})
    .describe('Headers of each request')
    .meta({ secret: true }),
  connection: connectionSettings.prefault({}).describe('How to reach the API'),
});

export type ApiSettings = z.output<typeof apiSettings>;

/** The most bytes of an answer. */
const answerLimitBytes = 64 * 1024 * 1024;

/** How the API of a description is reached. */
export interface ApiAccess extends Pick<HttpClientOptions, 'credentials' | 'headers' | 'secrets' | 'meaningOf'> {
  /** Base address of the API. */
  readonly url: string;
  readonly connection: ConnectionSettings;
}

/** Headers may hold credentials: their values, and without the scheme before it, as in `Bearer …`. */
export const secretsOfHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.values(headers).flatMap(value => [value, value.replace(/^\S+\s+/, '')]);

export const accessOf = ({ url, authentication, headers, connection }: ApiSettings): ApiAccess => ({
  ...{ url, connection, headers, secrets: secretsOfHeaders(headers) },
  credentials: apiCredentialsOf(authentication, `${url.replace(/\/$/, '')}/`),
});

export const openApi = ({ url, ...options }: ApiAccess, context: ConnectorContext): Promise<HttpClient> =>
  openHttpClient({ ...options, baseUrl: url, context, maxBytes: answerLimitBytes });
