// A provider that lies, forges, floods or sends the service elsewhere: nobody signs in through it, and it learns no secret.
import { gzipSync } from 'node:zlib';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdProvider, type OpenIdProvider } from '../../../src/api/sign-in/provider.ts';
import type { OpenIdSettings } from '../../../src/config/sign-in-settings.ts';
import {
  type Asked,
  type Scripted,
  type ScriptedHttp,
  startScriptedHttp,
} from '../../support/servers/scripted-http.ts';

const clientId = 'rolecall';
const clientSecret = 'a secret of the client that is long enough for HS256';
const redirectUri = 'http://127.0.0.1:1/sign-in/callback';

let server: ScriptedHttp;
let elsewhere: ScriptedHttp;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let foreign: Awaited<ReturnType<typeof generateKeyPair>>;
let provider: OpenIdProvider;
beforeAll(async () => {
  [server, elsewhere] = [await startScriptedHttp(), await startScriptedHttp()];
  [keys, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
});
afterAll(async () => {
  await server.close();
  await elsewhere.close();
});
beforeEach(() => {
  elsewhere.script(() => ({ body: {} }));
  const settings = {
    ...{ name: 'Example', issuer: server.url, client_id: clientId, client_secret: clientSecret, scopes: ['profile'] },
    roles: { claim: 'groups', viewer: ['everybody'], analyst: [], administrator: [] },
  } as OpenIdSettings;
  provider = createOpenIdProvider(settings, redirectUri);
});
afterEach(() => provider.close());

type Answers = Readonly<Record<string, (asked: Asked) => Scripted | Promise<Scripted>>>;

/** A provider that behaves, except for the paths in `answers`. */
function serve(nonce: () => string, answers: Answers = {}): void {
  const well: Answers = {
    '/.well-known/openid-configuration': () => ({ body: metadata() }),
    '/jwks': async () => ({ body: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] } }),
    '/token': async () => ({ body: tokens(await signed({ nonce: nonce() })) }),
    '/userinfo': () => ({ body: { sub: 'ada', groups: ['everybody'] } }),
  };
  server.script(asked => (answers[asked.path] ?? well[asked.path] ?? (() => ({ status: 404 })))(asked));
}

const metadata = () => ({
  ...{ issuer: server.url, authorization_endpoint: `${server.url}/authorize`, token_endpoint: `${server.url}/token` },
  ...{ jwks_uri: `${server.url}/jwks`, userinfo_endpoint: `${server.url}/userinfo` },
  ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
  id_token_signing_alg_values_supported: ['RS256'],
});
const tokens = (idToken: string) => ({ access_token: 'access', token_type: 'Bearer', id_token: idToken });

const now = () => Math.floor(Date.now() / 1000);
const wellFormed = (): JWTPayload => ({
  ...{ iss: server.url, aud: clientId, sub: 'ada', iat: now(), exp: now() + 300, groups: ['everybody'] },
});
const signed = (claims: JWTPayload, key: CryptoKey | Uint8Array = keys.privateKey, header: object = {}) =>
  new SignJWT({ ...wellFormed(), ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);

/** Sign in, with a provider that answers wrongly. */
async function signIn(answersOf: (nonce: () => string) => Answers, callback = 'code=one&state='): Promise<unknown> {
  let nonce = '';
  serve(
    () => nonce,
    answersOf(() => nonce),
  );
  const { attempt } = await provider.begin();
  nonce = attempt.nonce;
  return provider.finish(`${callback}${attempt.state}`, { ...attempt, returnTo: '/' });
}

const withIdToken = (make: (nonce: string) => Promise<string> | string) => (nonce: () => string) => ({
  '/token': async () => ({ body: tokens(await make(nonce())) }),
});

it('a provider that behaves signs in', async () => {
  expect(await signIn(() => ({}))).toMatchObject({ sub: 'ada', groups: ['everybody'] });
});

const refused = expect.objectContaining({
  code: expect.stringMatching(/^(BAD_REQUEST|FORBIDDEN|SERVICE_UNAVAILABLE)$/),
});

describe('an ID token', () => {
  it.each<[string, (nonce: string) => Promise<string> | string]>([
    ['without a signature', nonce => new UnsecuredJWT({ ...wellFormed(), nonce }).encode()],
    ['of another key', nonce => signed({ nonce }, foreign.privateKey)],
    ['signed with the secret of the client', nonce => signed({ nonce }, Buffer.from(clientSecret), { alg: 'HS256' })],
    [
      'signed with the public key as a secret',
      async nonce => signed({ nonce }, Buffer.from(JSON.stringify(await exportJWK(keys.publicKey))), { alg: 'HS256' }),
    ],
    [
      'with a key of its own',
      async nonce => signed({ nonce }, foreign.privateKey, { jwk: await exportJWK(foreign.publicKey) }),
    ],
    ['with the address of its keys', nonce => signed({ nonce }, foreign.privateKey, { jku: `${elsewhere.url}/keys` })],
    [
      'with an unknown critical extension',
      nonce => signed({ nonce }, keys.privateKey, { crit: ['exp'], exp: 1 }).catch(() => 'x'),
    ],
    ['of another issuer', nonce => signed({ nonce, iss: elsewhere.url })],
    ['for another client', nonce => signed({ nonce, aud: 'another' })],
    [
      'for several clients, for the use of another',
      nonce => signed({ nonce, aud: [clientId, 'another'], azp: 'another' }),
    ],
    ['that has expired', nonce => signed({ nonce, iat: now() - 7200, exp: now() - 3600 })],
    ['without an end', nonce => signed({ nonce, exp: undefined as never })],
    ['that is not valid yet', nonce => signed({ nonce, nbf: now() + 3600 })],
    ['without a nonce', () => signed({})],
    ['with a list as its nonce', nonce => signed({ nonce: [nonce] as never })],
    ['without a subject', nonce => signed({ nonce, sub: undefined as never })],
    ['whose subject is a number', nonce => signed({ nonce, sub: 1 as never })],
    ['that is no token', () => 'a.b.c'],
    ['of a megabyte of dots', () => '.'.repeat(1_000_000)],
  ])('%s is refused', async (_what, make) => {
    await expect(signIn(withIdToken(make))).rejects.toEqual(refused);
    expect(elsewhere.asked).toEqual([]);
  });
});

const bomb = () => gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 });
const sendBomb = () => (response: { writeHead: (...of: never[]) => unknown; end: (body: Buffer) => unknown }) => {
  response.writeHead(...([200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }] as never[]));
  response.end(bomb());
};

const wasCompressed = (error: Error): boolean =>
  error.message.includes('answered compressed') || (error.cause instanceof Error && wasCompressed(error.cause));

describe('an answer', () => {
  it.each<[string, Answers]>([
    ['for another person', { '/userinfo': () => ({ body: { sub: 'root', groups: ['everybody'] } }) }],
    ['about nobody', { '/userinfo': () => ({ body: {} }) }],
    ['of a page instead of claims', { '/userinfo': () => ({ headers: { 'content-type': 'text/html' }, body: '<p>' }) }],
    ['of a list instead of tokens', { '/token': () => ({ body: [] }) }],
    ['with another kind of token', { '/token': () => ({ body: { access_token: 'x', token_type: 'mac' } }) }],
    ['without an ID token', { '/token': () => ({ body: { access_token: 'x', token_type: 'Bearer' } }) }],
    ['with keys that are none', { '/jwks': () => ({ body: { keys: 'none' } }) }],
    ['without keys', { '/jwks': () => ({ body: { keys: [] } }) }],
    [
      'with a symmetric key',
      { '/jwks': () => ({ body: { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'one', alg: 'HS256' }] } }) },
    ],
    ['of five megabytes', { '/token': () => ({ body: { padding: ' '.repeat(5_000_000) } }) }],
    [
      'that is cut',
      { '/token': () => (_response, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{') },
    ],
  ])('%s is refused', async (_what, answers) => {
    await expect(signIn(() => answers)).rejects.toEqual(refused);
  });

  it.each(['/token', '/userinfo', '/jwks'])('of %s with few bytes that unpack to many is not unpacked', async path => {
    await expect(signIn(() => ({ [path]: () => sendBomb() }))).rejects.toSatisfy(wasCompressed);
  });

  it.each(['/token', '/userinfo', '/jwks'])('of %s that leads elsewhere is not followed', async path => {
    const leads = () => ({ status: 307, headers: { location: `${elsewhere.url}${path}` } });
    await expect(signIn(() => ({ [path]: leads }))).rejects.toEqual(refused);
    expect(elsewhere.asked).toEqual([]);
  });
});

it.each([
  ['of another issuer', 'iss=https%3A%2F%2Fevil.example&code=one&state='],
  ['with two codes', 'code=one&code=two&state='],
  ['with tokens in the address', 'id_token=x&access_token=y&state='],
])('a callback %s is refused', async (_what, callback) => {
  await expect(signIn(() => ({}), callback)).rejects.toEqual(refused);
  expect(server.asked.filter(({ path }) => path === '/token').length).toBeLessThanOrEqual(1);
});

describe('a description', () => {
  const path = '/.well-known/openid-configuration';
  it.each<[string, () => Scripted]>([
    ['of another issuer', () => ({ body: { ...metadata(), issuer: elsewhere.url } })],
    ['that leads elsewhere', () => ({ status: 302, headers: { location: `${elsewhere.url}${path}` } })],
    ['that is no JSON', () => ({ headers: { 'content-type': 'application/json' }, body: '<html>' })],
    ['that is a list', () => ({ body: [] })],
    ['of five megabytes', () => ({ body: { ...metadata(), padding: ' '.repeat(5_000_000) } })],
    ['without an address to sign in', () => ({ body: { ...metadata(), authorization_endpoint: undefined } })],
    [
      'with a script as the address to sign in',
      () => ({ body: { ...metadata(), authorization_endpoint: 'javascript:alert(1)' } }),
    ],
  ])('%s lets nobody begin', async (_what, answer) => {
    serve(() => '', { [path]: answer });
    await expect(provider.begin()).rejects.toEqual(refused);
    expect(elsewhere.asked).toEqual([]);
  });

  it('of few bytes that unpack to many is not unpacked', async () => {
    serve(() => '', { [path]: () => sendBomb() });
    await expect(provider.begin()).rejects.toSatisfy(wasCompressed);
  });
});
