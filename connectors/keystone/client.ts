// An opened Keystone: its HTTP client, whose token is of the whole system (docs.openstack.org/api-ref/identity/v3).
import { type ConnectorContext, SourceError } from '../../src/connector/contract.ts';
import { tokenCredentials } from '../../src/connector/http/access-tokens.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import type { Credentials } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import type { KeystoneSettings } from './settings.ts';

export interface KeystoneClient {
  readonly http: Pick<HttpClient, 'send'>;
  readonly settings: KeystoneSettings;
  /** Shares the lists that several reads of this client need. */
  readonly once: Once;
  close(): Promise<void>;
}

/** @throws SourceError when Keystone cannot be asked: address, certificate, user, password */
export async function openKeystone(settings: KeystoneSettings, context: ConnectorContext): Promise<KeystoneClient> {
  const { url, connection } = settings;
  const http = await openHttpClient({ baseUrl: url, context, connection, credentials: systemToken(settings) });
  try {
    await http.send({ url: 'roles' });
  } catch (error) {
    await http.close();
    throw asSourceError(
      error,
      'url must be the address of the Identity API; the user needs the role reader on the system',
    );
  }
  return { http, settings, once: createOnce(), close: () => http.close() };
}

const tokenHeader = 'x-auth-token';

/** Password authentication with system scope. The token comes in a header of the answer. */
function systemToken({ url, username, user_domain, password }: KeystoneSettings): Credentials {
  const address = `${url.replace(/\/$/, '')}/auth/tokens`;
  const user = { name: username, domain: { name: user_domain }, password };
  const json = { auth: { identity: { methods: ['password'], password: { user } }, scope: { system: { all: true } } } };
  const tokens = tokenCredentials(
    async send => {
      const { headers, body } = await send({ method: 'POST', url: address, json, isIdempotent: true }).catch(error => {
        if (!(error instanceof HttpError) || error.status === undefined || error.status >= 500) throw error;
        throw refusal(address, error.problem);
      });
      const value = headers['x-subject-token'];
      if (value === undefined) throw refusal(address, 'the answer has no token');
      const expires = Date.parse(textAt(body, 'token', 'expires_at') ?? '');
      return { value, lifetimeMs: expires > Date.now() ? expires - Date.now() : 300_000 };
    },
    [password],
  );
  return {
    async authorize(request, send) {
      const { authorization = '' } = await tokens.authorize(request, send);
      return { [tokenHeader]: authorization.slice('Bearer '.length) };
    },
    renew: (refused, answer) => tokens.renew!({ authorization: `Bearer ${refused[tokenHeader]}` }, answer),
    secrets: () => tokens.secrets(),
  };
}

function refusal(place: string, message: string): SourceError {
  const fix = 'compare user, domain and password, and grant the user the role reader on the system';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}
