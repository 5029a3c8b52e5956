// An opened Okta organisation: its HTTP client, and what the reads share.

import type { ConnectorContext } from '../../src/connector/contract.ts';
import { privateKeyJwt } from '../../src/connector/http/access-tokens.ts';
import { timeOfAnswer } from '../../src/connector/http/answer.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { bearer, type Credentials } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import { limitNameOf, longestWaitMs } from './limits.ts';
import type { OktaSettings } from './settings.ts';

export interface OktaClient {
  readonly http: HttpClient;
  readonly settings: OktaSettings;
  readonly context: ConnectorContext;
  /** Address of the organisation, without a slash at its end. */
  readonly url: string;
  /** Host name of the organisation, and local id of its application. */
  readonly host: string;
  /** The answer of `GET /api/v1/org`; undefined when it may not be read. */
  readonly org: unknown;
  /** When the run began, by Okta’s clock, in milliseconds since 1970: a client that continues a run is opened later. */
  readonly beganAt: number;
  /** Shares what several reads of this client need. */
  readonly once: Once;
}

/** @throws SourceError when the organisation cannot be asked: address, certificate, credentials */
export async function openOkta(settings: OktaSettings, context: ConnectorContext): Promise<OktaClient> {
  const url = settings.url.replace(/\/$/, '');
  const http = await openHttpClient({
    ...{ baseUrl: url, context, connection: settings.connection, limitNameOf, retry: { longestWaitMs } },
    credentials: credentialsOf(settings, url),
  });
  try {
    const { org, answeredAt } = await readOrg(http);
    const beganAt = answeredAt - (context.runAgeMs ?? 0);
    return { http, settings, context, url, host: new URL(url).host, org, beganAt, once: createOnce() };
  } catch (error) {
    await http.close();
    throw error;
  }
}

function credentialsOf({ api_token, service_app }: OktaSettings, url: string): Credentials {
  if (!service_app) return apiToken(api_token!);
  const { client_id, private_key, key_id, algorithm, scopes, dpop } = service_app;
  return privateKeyJwt({
    ...{ tokenUrl: `${url}/oauth2/v1/token`, clientId: client_id, privateKey: private_key, keyId: key_id, algorithm },
    ...{ scope: scopes, dpop },
  });
}

/** Okta's own scheme for API tokens. */
function apiToken(token: string): Credentials {
  return { ...bearer(token), authorize: async () => ({ authorization: `SSWS ${token}` }) };
}

/** The organisation, and the time of the answer. Its settings may be forbidden, which does not keep anything else from being read. */
async function readOrg(http: HttpClient): Promise<{ org: unknown; answeredAt: number }> {
  const answer = await http.send({ url: 'api/v1/org', accepts: [403] }).catch(error => {
    const isRefused = error instanceof HttpError && error.status === 401;
    const fix = isRefused
      ? 'is the token revoked, or has it expired? A token ends after 30 days without use'
      : 'url must be the address of an Okta organisation, such as https://acme.okta.com';
    throw asSourceError(error, fix);
  });
  if (answer.body !== undefined && textAt(answer.body, 'id') === undefined)
    throw asSourceError(
      new HttpError(answer.subject, 'the answer does not describe an organisation'),
      'url must be the address of an Okta organisation, such as https://acme.okta.com',
    );
  return { org: answer.body, answeredAt: timeOfAnswer(answer) ?? Date.now() };
}
