// How requests are authorised.
import { SourceError } from '../contract.ts';
import { HttpError } from './http-error.ts';
import type { HttpAnswer, HttpRequest } from './request.ts';
import type { AuthenticationSettings } from './settings.ts';
import type { RawRequest } from './transport.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends a request without credentials to any address, such as a token endpoint. */
export type SendPlain = (request: HttpRequest) => Promise<HttpAnswer>;

export interface Credentials {
  /** Headers that authorise a request; they may sign what the request holds. */
  authorize(request: RawRequest, send: SendPlain): Promise<Headers>;
  /** Called when the source refused a request that was authorised with these headers. @returns whether another try may help */
  renew?(refused: Headers): boolean;
  /** Values that must be shown nowhere. */
  secrets(): readonly string[];
}

/** HTTP Basic authentication (RFC 7617). */
export function basic(username: string, password: string): Credentials {
  const encoded = Buffer.from(`${username}:${password}`).toString('base64');
  return { authorize: async () => ({ authorization: `Basic ${encoded}` }), secrets: () => [password, encoded] };
}

/** A fixed token (RFC 6750). @param header for sources that take it in a header of their own */
export function bearer(token: string, header = 'authorization'): Credentials {
  const value = header === 'authorization' ? `Bearer ${token}` : token;
  return { authorize: async () => ({ [header]: value }), secrets: () => [token] };
}

/**
 * Signed requests, such as those of AWS Signature Version 4.
 * @param sign makes the headers for a request, from its method, address, headers and body
 */
export function signing(sign: (request: RawRequest) => Promise<Headers>, secrets: readonly string[]): Credentials {
  return { authorize: sign, secrets: () => secrets };
}

export type ClientCredentials = NonNullable<AuthenticationSettings['oauth']>;

/** How long before its expiry a token is renewed: a request takes time, and clocks differ. */
const renewBeforeMs = 30_000;
/** How long a token is used when the answer does not say when it expires. */
const unstatedLifetimeMs = 300_000;

/** OAuth 2.0 client credentials (RFC 6749, section 4.4). A token is requested once for all requests, until it is refused or expires. */
export function clientCredentials(client: ClientCredentials): Credentials {
  let current: { value: string; until: number } | undefined;
  let requested: Promise<string> | undefined;
  const issued = new Set<string>();
  const fetchToken = async (send: SendPlain) => {
    const { token, lifetimeMs } = await requestToken(client, send);
    issued.add(token);
    current = { value: token, until: Date.now() + Math.max(lifetimeMs / 2, lifetimeMs - renewBeforeMs) };
    return token;
  };
  const token = async (send: SendPlain) => {
    if (current && Date.now() < current.until) return current.value;
    requested ??= fetchToken(send).finally(() => {
      requested = undefined;
    });
    return requested;
  };
  return {
    authorize: async (_request, send) => ({ authorization: `Bearer ${await token(send)}` }),
    renew(refused) {
      if (current && refused.authorization === `Bearer ${current.value}`) current = undefined;
      return true;
    },
    secrets: () => [client.client_secret, ...issued],
  };
}

async function requestToken(
  client: ClientCredentials,
  send: SendPlain,
): Promise<{ token: string; lifetimeMs: number }> {
  const { client_id, client_secret, secret_in_body, scope, audience, token_url } = client;
  const encoded = Buffer.from(`${formEncoded(client_id)}:${formEncoded(client_secret)}`).toString('base64');
  const answer = await send({
    method: 'POST',
    url: token_url,
    isIdempotent: true,
    headers: { accept: 'application/json', ...(!secret_in_body && { authorization: `Basic ${encoded}` }) },
    form: {
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
      ...(audience !== undefined && { audience }),
      ...(secret_in_body && { client_id, client_secret }),
    },
  }).catch(error => {
    if (!(error instanceof HttpError) || error.status === undefined || error.status >= 500) throw error;
    throw refusal(token_url, error.problem);
  });
  const { access_token, token_type, expires_in } = (answer.body ?? {}) as Record<string, unknown>;
  if (typeof access_token !== 'string' || access_token === '') {
    throw refusal(token_url, 'the answer has no access_token');
  }
  if (typeof token_type === 'string' && token_type.toLowerCase() !== 'bearer') {
    throw refusal(token_url, `gives tokens of the type ${token_type.slice(0, 40)}, and only Bearer is supported`);
  }
  const seconds = Number(expires_in);
  return { token: access_token, lifetimeMs: seconds > 0 ? seconds * 1000 : unstatedLifetimeMs };
}

/** RFC 6749, section 2.3.1: id and secret are form-encoded before they are joined. */
const formEncoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);

function refusal(place: string, message: string): SourceError {
  const fix = 'compare client_id, client_secret, scope and token_url with what the token endpoint expects';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}

/** The credentials that settings give; undefined when they give none. */
export function credentialsOf(settings: AuthenticationSettings | undefined): Credentials | undefined {
  if (settings?.bearer_token !== undefined) return bearer(settings.bearer_token);
  if (settings?.username !== undefined) return basic(settings.username, settings.password ?? '');
  return settings?.oauth && clientCredentials(settings.oauth);
}
