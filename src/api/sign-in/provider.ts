// The outside OpenID provider: authorisation code with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636, RFC 9207). The
// library openid-client checks what the provider answers.
import * as openid from 'openid-client';
import { Agent, fetch } from 'undici';
import type { OpenIdSettings } from '../../config/sign-in-settings.ts';
import { ServiceError } from '../../errors.ts';
import { freshLookup } from '../../issuers/fresh-lookup.ts';
import type { SignInAttempt } from './attempts.ts';

/** What the provider says about a person: claim → value. */
export type Claims = Readonly<Record<string, unknown>>;

export interface OpenIdProvider {
  /**
   * The provider's page to which the person goes, and what has to be kept until the person comes back.
   * @throws ServiceError SERVICE_UNAVAILABLE when the provider does not describe itself as it should
   */
  begin(): Promise<{ url: URL; attempt: Omit<SignInAttempt, 'returnTo'> }>;
  /**
   * Exchange the code that the provider sent for the claims of the person.
   * @param query of the callback, as the provider made it
   * @throws ServiceError BAD_REQUEST when the callback is not the answer to the attempt, FORBIDDEN when the provider refused,
   *   SERVICE_UNAVAILABLE when the provider does not answer as it should
   */
  finish(query: string, attempt: SignInAttempt): Promise<Claims>;
  close(): Promise<void>;
}

/** How long the provider's description of itself is used. */
const discoveryMs = 3_600_000;
const timeoutSeconds = 10;
const largestAnswerBytes = 1024 * 1024;

/** Codes of openid-client for an answer that came, but is not the answer to this attempt. */
const unfitting = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);

/** @param redirectUri the address of the callback, which the provider must know */
export function createOpenIdProvider(settings: OpenIdSettings, redirectUri: string): OpenIdProvider {
  const agent = new Agent({
    connect: { timeout: timeoutSeconds * 1000 },
    headersTimeout: timeoutSeconds * 1000,
    bodyTimeout: timeoutSeconds * 1000,
    maxResponseSize: largestAnswerBytes,
  });
  const send = async (url: string, { headers, ...options }: { headers?: Record<string, string> }) => {
    // The largest size is that of the answer as it is sent. A compressed one could be unpacked to a thousand times as much.
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const response = await fetch(url, { ...options, headers: plain, dispatcher: agent });
    if (!response.headers.has('content-encoding')) return response;
    await response.body?.cancel();
    throw new Error(`${url} answered compressed, which was not asked for`);
  };
  const discovered = freshLookup(() => discover(settings, send as unknown as openid.CustomFetch), {
    freshMs: discoveryMs,
    atMost: 1,
    now: Date.now,
    isOutage: () => true,
  });

  async function exchange(query: string, { state, nonce, verifier }: SignInAttempt): Promise<Claims> {
    const provider = await discovered.get('');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await openid.authorizationCodeGrant(provider, new URL(`${redirectUri}?${query}`), checks);
    // A nonce is expected, so there is an ID token.
    const claims = tokens.claims()!;
    if (provider.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
  }

  async function begin() {
    const provider = await discovered.get('');
    const attempt = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...settings.scopes])].join(' '),
      code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    });
    return { url, attempt };
  }

  const orProblem = <Result>(work: Promise<Result>) =>
    work.catch(error => {
      throw problemOf(error, settings.name);
    });
  return {
    begin: () => orProblem(begin()),
    finish: (query, attempt) => orProblem(exchange(query, attempt)),
    // `destroy` ends connections whose answers nobody awaits any more.
    close: () => agent.destroy(),
  };
}

async function discover(settings: OpenIdSettings, send: openid.CustomFetch): Promise<openid.Configuration> {
  const { issuer, client_id: clientId } = settings;
  const execute = [openid.enableNonRepudiationChecks];
  // The configuration allows http for an issuer on this machine only.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests);
  try {
    return await openid.discovery(new URL(issuer), clientId, {}, authenticationOf(settings), {
      execute,
      timeout: timeoutSeconds,
      [openid.customFetch]: send,
    });
  } catch (cause) {
    throw unavailable(settings.name, cause);
  }
}

/** How the service proves to the provider who it is: as configured, or as the provider takes it (OpenID Connect Discovery 1.0). */
function authenticationOf({
  client_secret: secret,
  client_authentication: configured,
}: OpenIdSettings): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const ways = { basic: openid.ClientSecretBasic(secret), post: openid.ClientSecretPost(secret) };
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = configured ?? (supported.includes('client_secret_basic') ? 'basic' : 'post');
    return ways[way](server, ...rest);
  };
}

function problemOf(error: unknown, provider: string): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof openid.AuthorizationResponseError) {
    const { error: code, error_description: description } = error;
    const why = [code, description].filter(text => text !== undefined).join(': ');
    return new ServiceError('FORBIDDEN', `${provider} did not sign you in: ${why.slice(0, 300)}`);
  }
  const isUsedUp = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant';
  const isUnfitting = error instanceof openid.ClientError && unfitting.has(error.code ?? '');
  if (isUsedUp || isUnfitting) {
    const message = `What ${provider} answered does not belong to this sign-in, was used before, or came too late; begin again`;
    return new ServiceError('BAD_REQUEST', message, { cause: error });
  }
  return unavailable(provider, error);
}

function unavailable(provider: string, cause: unknown): ServiceError {
  const message = `${provider} does not answer as it should, so nobody can sign in through it at the moment. Try again in a minute; the log of the service has the details`;
  return new ServiceError('SERVICE_UNAVAILABLE', message, { cause });
}
