// How requests are authorised: with a token, or as an installation of a GitHub App, which exchanges a signed JWT for a token of an hour
// (docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app).

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { SourceError } from '../../src/connector/contract.ts';
import { tokenCredentials } from '../../src/connector/http/access-tokens.ts';
import { timeOfAnswer } from '../../src/connector/http/answer.ts';
import { bearer, type Credentials, type SendPlain } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import type { GithubSettings } from './settings.ts';

type GithubApp = NonNullable<GithubSettings['app']>;

/** GitHub refuses requests without it. */
export const userAgent = 'rolecall';

/** GitHub takes at most ten minutes, and clocks differ. */
const jwtSeconds = 540;
const clockSkewSeconds = 60;

export function githubCredentials({ url, token, app }: GithubSettings): Credentials {
  if (!app) return bearer(token!);
  return tokenCredentials(send => installationToken(url, app, send), [app.private_key]);
}

/** @throws SourceError when the key cannot be used, or GitHub refuses the app */
async function installationToken(baseUrl: string, app: GithubApp, send: SendPlain) {
  const url = `${baseUrl.replace(/\/$/, '')}/app/installations/${app.installation_id}/access_tokens`;
  const headers = { authorization: `Bearer ${await signedJwt(app)}`, 'user-agent': userAgent };
  const answer = await send({ method: 'POST', url, headers, isIdempotent: true }).catch(error => {
    if (!(error instanceof HttpError) || error.status === undefined || error.status >= 500) throw error;
    throw refusal(url, error.problem);
  });
  const value = textAt(answer.body, 'token');
  if (value === undefined) throw refusal(url, 'the answer has no token');
  const expiry = Date.parse(textAt(answer.body, 'expires_at') ?? '');
  const lifetimeMs = expiry - (timeOfAnswer(answer) ?? Date.now());
  return { value, lifetimeMs: lifetimeMs > 0 ? lifetimeMs : shortestLifetimeMs };
}

/** For an answer that does not say when the token ends. */
const shortestLifetimeMs = 300_000;

async function signedJwt({ app_id, private_key }: GithubApp): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(app_id)
    .setIssuedAt(now - clockSkewSeconds)
    .setExpirationTime(now + jwtSeconds)
    .sign(rsaKey(private_key));
}

/** GitHub gives keys in PEM with PKCS #1. */
function rsaKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The error of the library may show parts of the key.
  }
  const fix = 'give the RSA key in PEM, as GitHub gives it on the page of the app';
  throw new SourceError([{ severity: 'error', place: 'settings.app.private_key', message: 'cannot be read', fix }]);
}

function refusal(place: string, message: string): SourceError {
  const fix =
    'compare app_id, installation_id and private_key with the page of the app; is it installed and not suspended?';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}
