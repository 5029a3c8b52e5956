// Settings of the API that the requests of a description go to. A description names no host and no secret, so it can be shared.
import { z } from 'zod';
import type { ConnectorContext } from '../../../../src/connector/contract.ts';
import { apiAuthenticationSettings, apiCredentialsOf } from '../../../../src/connector/http/api-authentication.ts';
import { type HttpClient, openHttpClient } from '../../../../src/connector/http/client.ts';
import { connectionSettings } from '../../../../src/connector/http/settings.ts';

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

/** Headers may hold credentials: their values, and without the scheme before it, as in `Bearer …`. */
export const secretsOfHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.values(headers).flatMap(value => [value, value.replace(/^\S+\s+/, '')]);

export const openApi = (settings: ApiSettings, context: ConnectorContext): Promise<HttpClient> =>
  openHttpClient({
    baseUrl: settings.url,
    context,
    credentials: apiCredentialsOf(settings.authentication, `${settings.url.replace(/\/$/, '')}/`),
    connection: settings.connection,
    headers: settings.headers,
    secrets: secretsOfHeaders(settings.headers),
    maxBytes: answerLimitBytes,
  });
