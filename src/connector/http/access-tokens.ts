// Access tokens of OAuth 2.0 that a client fetches for itself (RFC 6749, section 4.4), with a secret or with a signed assertion (RFC 7523).
import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { SourceError } from '../contract.ts';
import type { Credentials, SendPlain } from './credentials.ts';
import { HttpError } from './http-error.ts';
import { createProofKey, type ProofKey } from './proof-key.ts';
import type { HttpAnswer } from './request.ts';
import type { AuthenticationSettings } from './settings.ts';

/** How long before its expiry a token is renewed: a request takes time, and clocks differ. */
const renewBeforeMs = 30_000;
/** How long a token is used when the answer does not say when it expires. */
const unstatedLifetimeMs = 300_000;
/** How long an assertion is valid. Okta accepts at most an hour, Google exactly up to one. */
const assertionSeconds = 300;

export interface AccessToken {
  readonly value: string;
  readonly lifetimeMs: number;
}

export type ClientCredentials = NonNullable<AuthenticationSettings['oauth']>;

/** OAuth 2.0 client credentials with a secret. */
export function clientCredentials(client: ClientCredentials): Credentials {
  return tokenCredentials(send => requestWithSecret(client, send), [client.client_secret]);
}

/** A client that signs what it asks with. */
export interface SigningClient {
  readonly tokenUrl: string;
  /** `iss` of the assertion. */
  readonly clientId: string;
  /** Private key, PEM with PKCS #8. */
  readonly privateKey: string;
  readonly algorithm: 'RS256' | 'PS256' | 'ES256';
  /** Id of the key, where the token endpoint knows several. */
  readonly keyId?: string | undefined;
  /** Certificate of the key, PEM, where the token endpoint knows keys by it: its thumbprint is sent (RFC 7515, section 4.1.8). */
  readonly certificate?: string | undefined;
  /** Scopes to request, separated by blanks. */
  readonly scope: string;
  /** Whether the token endpoint binds tokens to a key of the client (RFC 9449). */
  readonly dpop?: boolean | undefined;
}

/**
 * Client authentication by a signed assertion, `private_key_jwt` (RFC 7523, section 2.2; OpenID Connect Core 1.0, section 9).
 * @throws SourceError, with the first request, when the key cannot be used
 */
export function privateKeyJwt(client: SigningClient): Credentials {
  const { tokenUrl, clientId, privateKey, scope, dpop } = client;
  const proofKey = dpop ? createProofKey() : undefined;
  // An assertion is accepted once.
  const form = async () => ({
    ...{ grant_type: 'client_credentials', scope, client_id: clientId },
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signed(client, { sub: clientId }),
  });
  return tokenCredentials(
    async send => {
      if (!proofKey) return requestToken(send, tokenUrl, await form());
      const proof = async () => ({ dpop: await proofKey.proof({ method: 'POST', url: new URL(tokenUrl) }) });
      const asked = { method: 'POST', url: tokenUrl, isIdempotent: true } as const;
      // The first request learns the nonce. Any other refusal is that of the second one too.
      const first = await send({ ...asked, form: await form(), headers: await proof(), accepts: [400] });
      proofKey.noteNonce(first.headers, true);
      if (first.status !== 400) return tokenIn(first, tokenUrl, 'DPoP');
      return requestToken(send, tokenUrl, await form(), await proof(), 'DPoP');
    },
    [privateKey],
    proofKey,
  );
}

/**
 * Access tokens for a signed assertion, `jwt-bearer` (RFC 7523, section 2.1). Google's service accounts sign in this way
 * (developers.google.com/identity/protocols/oauth2/service-account).
 * @param subject the user on whose behalf the client acts; undefined: itself
 * @throws SourceError, with the first request, when the key cannot be used
 */
export function jwtBearer(client: SigningClient, subject: string | undefined): Credentials {
  return tokenCredentials(
    async send => {
      const assertion = await signed(client, { sub: subject ?? client.clientId, scope: client.scope });
      return requestToken(send, client.tokenUrl, {
        ...{ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      });
    },
    [client.privateKey],
  );
}

async function signed(client: SigningClient, claims: Record<string, string>): Promise<string> {
  const { algorithm, keyId, clientId, tokenUrl, certificate } = client;
  const key = await importPKCS8(client.privateKey, algorithm).catch(cause => {
    const fix =
      'give it in PEM with PKCS #8, as `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048` writes it';
    throw unreadable('private key', fix, cause);
  });
  const thumbprint = certificate === undefined ? {} : { 'x5t#S256': thumbprintOf(certificate) };
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, ...(keyId !== undefined && { kid: keyId }), ...thumbprint })
    .setIssuer(clientId)
    .setAudience(tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + assertionSeconds)
    .setJti(randomUUID())
    .sign(key);
}

function thumbprintOf(certificate: string): string {
  try {
    return createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64url');
  } catch (cause) {
    throw unreadable('certificate', 'give it in PEM, from BEGIN CERTIFICATE to END CERTIFICATE', cause);
  }
}

function unreadable(place: string, fix: string, cause: unknown): SourceError {
  const problem = { severity: 'error', place, message: 'cannot be read', fix } as const;
  return Object.assign(new SourceError([problem]), { cause });
}

/**
 * Credentials with a token that is fetched once for all requests, until it is refused or expires. For sources whose tokens are not
 * fetched as OAuth 2.0 says; the others have functions above.
 * @param secrets values that must be shown nowhere, beside the tokens
 * @param proofKey the key to which the tokens are bound; undefined: whoever has a token may use it
 */
export function tokenCredentials(
  fetchToken: (send: SendPlain) => Promise<AccessToken>,
  secrets: readonly string[],
  proofKey?: ProofKey,
): Credentials {
  let current: { value: string; until: number } | undefined;
  let requested: Promise<string> | undefined;
  const issued = new Set<string>();
  const fetchAndKeep = async (send: SendPlain) => {
    const { value, lifetimeMs } = await fetchToken(send);
    issued.add(value);
    current = { value, until: Date.now() + Math.max(lifetimeMs / 2, lifetimeMs - renewBeforeMs) };
    return value;
  };
  const token = async (send: SendPlain) => {
    if (current && Date.now() < current.until) return current.value;
    requested ??= fetchAndKeep(send).finally(() => {
      requested = undefined;
    });
    return requested;
  };
  return {
    async authorize(request, send) {
      const value = await token(send);
      if (!proofKey) return { authorization: `Bearer ${value}` };
      return { authorization: `DPoP ${value}`, dpop: await proofKey.proof(request, value) };
    },
    renew(refused, answer) {
      if (proofKey?.noteNonce(answer, false)) return true;
      if (current && refused.authorization === `${proofKey ? 'DPoP' : 'Bearer'} ${current.value}`) current = undefined;
      return true;
    },
    secrets: () => [...secrets, ...issued],
  };
}

async function requestWithSecret(client: ClientCredentials, send: SendPlain): Promise<AccessToken> {
  const { client_id, client_secret, secret_in_body, scope, audience, token_url } = client;
  const encoded = Buffer.from(`${formEncoded(client_id)}:${formEncoded(client_secret)}`).toString('base64');
  return requestToken(
    send,
    token_url,
    {
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
      ...(audience !== undefined && { audience }),
      ...(secret_in_body && { client_id, client_secret }),
    },
    secret_in_body ? {} : { authorization: `Basic ${encoded}` },
  );
}

/** @throws SourceError when the token endpoint refuses, or its answer has no bearer token */
async function requestToken(
  send: SendPlain,
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
  type: TokenType = 'Bearer',
): Promise<AccessToken> {
  const answer = await send({
    method: 'POST',
    ...{ url, form, isIdempotent: true },
    headers: { accept: 'application/json', ...headers },
  }).catch(error => {
    if (!(error instanceof HttpError) || error.status === undefined || error.status >= 500) throw error;
    throw refusal(url, error.problem);
  });
  return tokenIn(answer, url, type);
}

type TokenType = 'Bearer' | 'DPoP';

/** @throws SourceError when the answer has no token of this type */
function tokenIn({ body }: HttpAnswer, url: string, type: TokenType): AccessToken {
  const { access_token, token_type = type, expires_in } = (body ?? {}) as Record<string, unknown>;
  if (typeof access_token !== 'string' || access_token === '') throw refusal(url, 'the answer has no access_token');
  if (String(token_type).toLowerCase() !== type.toLowerCase())
    throw refusal(url, `gives tokens of the type ${String(token_type).slice(0, 40)}, and not ${type}`);
  const seconds = Number(expires_in);
  return { value: access_token, lifetimeMs: seconds > 0 ? seconds * 1000 : unstatedLifetimeMs };
}

/** RFC 6749, section 2.3.1: id and secret are form-encoded before they are joined. */
const formEncoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);

function refusal(place: string, message: string): SourceError {
  const fix = 'compare id, secret or key of the client, scope and address with what the token endpoint expects';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}
