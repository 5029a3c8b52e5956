// An opened Google Workspace customer: its HTTP clients, and what the reads share.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { jwtBearer } from '../../src/connector/http/access-tokens.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import { googleMeaningOf, longestWaitMs } from './limits.ts';
import { type GoogleSettings, requestedScopes } from './settings.ts';

export interface GoogleClient {
  /** The Admin SDK. */
  readonly http: HttpClient;
  /** The Groups Settings API. */
  readonly settingsHttp: HttpClient;
  readonly settings: GoogleSettings;
  /** Id of the customer, such as C0123abcd. */
  readonly customerId: string;
  /** The answer of `customers/{customer}`; undefined when it may not be read. */
  readonly customer: unknown;
  /** What one read has noted for another. */
  readonly noted: { external?: ReadonlyMap<string, string | undefined> };
  /** Shares what several reads of this client need. */
  readonly once: Once;
  close(): Promise<void>;
}

/** @throws SourceError when the customer cannot be asked: key, delegation, address */
export async function openGoogle(settings: GoogleSettings, context: ConnectorContext): Promise<GoogleClient> {
  const { client_email, private_key, key_id } = settings.service_account;
  const signing = {
    clientId: client_email,
    privateKey: private_key,
    keyId: key_id,
    algorithm: 'RS256' as const,
  };
  const credentials = jwtBearer(
    { ...signing, tokenUrl: settings.token_url, scope: requestedScopes(settings) },
    settings.administrator,
  );
  const options = {
    context,
    credentials,
    connection: settings.connection,
    meaningOf: googleMeaningOf,
    retry: { longestWaitMs },
  };
  const http = await openHttpClient({ ...options, baseUrl: settings.url });
  const settingsHttp = await openHttpClient({ ...options, baseUrl: settings.settings_url });
  const close = async () => {
    await Promise.all([http.close(), settingsHttp.close()]);
  };
  try {
    const customer = await readCustomer(http, settings);
    const customerId = textAt(customer, 'id') ?? settings.customer;
    return { http, settingsHttp, settings, customer, customerId, noted: {}, once: createOnce(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The customer may be forbidden, which does not keep anything else from being read. */
async function readCustomer(http: HttpClient, { customer }: GoogleSettings): Promise<unknown> {
  const answer = await http
    .send({ url: `admin/directory/v1/customers/${customer}`, accepts: [403, 404] })
    .catch(error => {
      const isToken = error instanceof HttpError && error.status === 401;
      throw asSourceError(
        error,
        isToken
          ? 'is the key of the service account deleted, or the administrator suspended?'
          : 'url must be the address of the Admin SDK, https://admin.googleapis.com/',
      );
    });
  if (answer.body !== undefined && textAt(answer.body, 'id') === undefined)
    throw asSourceError(
      new HttpError(answer.subject, 'the answer describes no customer'),
      'url must be the address of the Admin SDK, https://admin.googleapis.com/',
    );
  return answer.body;
}
