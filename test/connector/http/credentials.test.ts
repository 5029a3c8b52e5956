// Credentials against a real server: what is sent, when tokens are requested and renewed, and that they go nowhere else.
import { createHash, createHmac, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { EmbeddedJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientCredentials, clientCredentials, privateKeyJwt } from '../../../src/connector/http/access-tokens.ts';
import { basic, signing } from '../../../src/connector/http/credentials.ts';
import { authenticationSettings } from '../../../src/connector/http/settings.ts';
import { opensslMissing, selfSigned } from '../../support/servers/certificate.ts';
import { type Scripted, type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { openClient } from './open-client.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScriptedHttp();
});
afterAll(() => server.close());

/** A source whose token endpoint gives `token-1`, `token-2`, …, and that accepts the tokens that `isValid` says. */
function oauthSource(isValid: (token: string) => boolean, lifetime: object = { expires_in: 3600 }): void {
  let issued = 0;
  server.script(({ path, headers }): Scripted => {
    if (path === '/token') {
      issued += 1;
      return { body: { access_token: `token-${issued}`, token_type: 'Bearer', ...lifetime } };
    }
    return isValid(headers.authorization?.slice('Bearer '.length) ?? '') ? { body: { ok: true } } : { status: 401 };
  });
}

const client = (more: Partial<ClientCredentials> = {}): ClientCredentials => ({
  token_url: `${server.url}/token`,
  client_id: 'reader:1',
  client_secret: 'a secret/with+signs',
  secret_in_body: false,
  ...more,
});
const tokenRequests = () => server.asked.filter(({ path }) => path === '/token');

describe('Basic authentication', () => {
  it('encodes user and password', async () => {
    server.script(() => ({}));
    await (await openClient(server.url, { credentials: basic('åsa', 'p:w') })).send({ url: 'a' });
    expect(server.asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('åsa:p:w').toString('base64')}`);
  });
});

describe('client credentials', () => {
  it('request one token for all requests, with id and secret form-encoded', async () => {
    oauthSource(() => true);
    const http = await openClient(server.url, { credentials: clientCredentials(client({ scope: 'read all' })) });
    await Promise.all(['a', 'b', 'c'].map(url => http.send({ url })));
    await http.send({ url: 'd' });
    expect(tokenRequests()).toHaveLength(1);
    const [request] = tokenRequests();
    expect(new URLSearchParams(request!.body)).toEqual(
      new URLSearchParams({ grant_type: 'client_credentials', scope: 'read all' }),
    );
    const [, encoded] = request!.headers.authorization!.split(' ');
    expect(Buffer.from(encoded!, 'base64').toString()).toBe('reader%3A1:a+secret%2Fwith%2Bsigns');
  });

  it('go into the body for servers that want it so', async () => {
    oauthSource(() => true);
    const credentials = clientCredentials(client({ secret_in_body: true, audience: 'https://api' }));
    await (await openClient(server.url, { credentials })).send({ url: 'a' });
    expect(tokenRequests()[0]!.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(tokenRequests()[0]!.body))).toEqual({
      grant_type: 'client_credentials',
      audience: 'https://api',
      client_id: 'reader:1',
      client_secret: 'a secret/with+signs',
    });
  });

  it('renew a refused token once, for all requests that were under way with it', async () => {
    oauthSource(token => token !== 'token-1');
    const http = await openClient(server.url, { credentials: clientCredentials(client()) });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(url => http.send({ url })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(tokenRequests()).toHaveLength(2);
  });

  it('give up when the new token is refused too', async () => {
    oauthSource(() => false);
    const http = await openClient(server.url, { credentials: clientCredentials(client()) });
    await expect(http.send({ url: 'a' })).rejects.toMatchObject({ name: 'HttpError', status: 401 });
    expect(tokenRequests()).toHaveLength(2);
  });

  it('request a new token when the former one is about to expire', async () => {
    oauthSource(() => true, { expires_in: 0.001 });
    const http = await openClient(server.url, { credentials: clientCredentials(client()) });
    await http.send({ url: 'a' });
    await new Promise(resolve => setTimeout(resolve, 5));
    await http.send({ url: 'b' });
    expect(tokenRequests()).toHaveLength(2);
  });

  it.each<[string, Scripted, RegExp]>([
    ['are refused', { status: 401, body: { error: 'invalid_client' } }, /401: invalid_client \(compare id, secret/],
    ['get no token', { body: { hello: 1 } }, /the answer has no access_token/],
    ['get another kind of token', { body: { access_token: 'x', token_type: 'mac' } }, /type mac/],
  ])('that %s are an error of the settings', async (_what, answer, message) => {
    server.script(() => answer);
    const http = await openClient(server.url, { credentials: clientCredentials(client()) });
    const failed = http.send({ url: 'a' });
    await expect(failed).rejects.toMatchObject({ name: 'SourceError', message: expect.stringMatching(message) });
    await expect(failed).rejects.toMatchObject({ message: expect.stringContaining(`${server.url}/token`) });
  });

  it('do not end the run when the token endpoint is overloaded', async () => {
    server.script(() => ({ status: 503, headers: { 'retry-after': '60' } }));
    const http = await openClient(server.url, { credentials: clientCredentials(client()) });
    await expect(http.send({ url: 'a' })).rejects.toMatchObject({ name: 'SourceUnavailable', retryAfterMs: 60_000 });
  });
});

describe('signed requests', () => {
  it('sign method, address and body of what is sent', async () => {
    const key = 'signing-key';
    const signature = (method: string, path: string, body = '') =>
      createHmac('sha256', key)
        .update(`${method} ${path} ${createHash('sha256').update(body).digest('hex')}`)
        .digest('hex');
    server.script(({ method, path, body, headers }) => ({
      status: headers['x-signature'] === signature(method, path, body) ? 200 : 403,
    }));
    const credentials = signing(
      async ({ method, url, body }) => ({ 'x-signature': signature(method, url.pathname + url.search, body) }),
      [key],
    );
    const http = await openClient(server.url, { credentials });
    await http.send({ url: 'a', query: { b: 'c d' } });
    await http.send({ method: 'POST', url: 'a', json: { b: 1 } });
  });
});

describe('the settings', () => {
  it.each([
    [{ bearer_token: 'a', username: 'b', password: 'c' }, 'has several kinds of credentials'],
    [{ username: 'b' }, 'username and password belong together'],
  ])('%j are refused', (settings, message) => {
    const { error } = authenticationSettings.safeParse(settings);
    expect(error?.issues.map(issue => issue.message)).toEqual([expect.stringContaining(message)]);
  });
});

describe('a client with a private key', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const signingClient = (key = privateKey) => ({
    ...{ tokenUrl: `${server.url}/token`, clientId: 'reader:1', privateKey: key, keyId: 'key-1', scope: 'read all' },
    algorithm: 'RS256' as const,
  });

  it('signs what it asks with, each time anew, and sends no key', async () => {
    oauthSource(token => token === 'token-2');
    await (await openClient(server.url, { credentials: privateKeyJwt(signingClient()) })).send({ url: 'a' });
    const ids = new Set<unknown>();
    for (const { body } of tokenRequests()) {
      const form = new URLSearchParams(body);
      expect(Object.fromEntries(form)).toMatchObject({
        ...{ grant_type: 'client_credentials', scope: 'read all', client_id: 'reader:1' },
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      });
      const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion')!, keys.publicKey, {
        ...{ issuer: 'reader:1', subject: 'reader:1', audience: `${server.url}/token` },
      });
      expect(protectedHeader).toEqual({ alg: 'RS256', kid: 'key-1' });
      ids.add(payload.jti);
    }
    expect(ids.size).toBe(2);
    expect(JSON.stringify(server.asked)).not.toContain('PRIVATE KEY');
  });

  it.skipIf(opensslMissing)('names the certificate of the key by its thumbprint, where there is one', async () => {
    oauthSource(() => true);
    const { cert, key } = selfSigned(temporaryFolder(), 'client', 'DNS:client', 'rsa');
    const credentials = privateKeyJwt({
      ...{ ...signingClient(key), keyId: undefined, algorithm: 'PS256' },
      certificate: cert,
    });
    await (await openClient(server.url, { credentials })).send({ url: 'a' });
    const assertion = new URLSearchParams(tokenRequests()[0]!.body).get('client_assertion')!;
    const { publicKey, fingerprint256 } = new X509Certificate(cert);
    const { protectedHeader } = await jwtVerify(assertion, publicKey, { audience: `${server.url}/token` });
    const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
    expect(protectedHeader).toEqual({ alg: 'PS256', 'x5t#S256': thumbprint });
  });

  it('is told when the certificate cannot be read', async () => {
    oauthSource(() => true);
    const credentials = privateKeyJwt({ ...signingClient(), certificate: 'not a certificate' });
    const failed = (await openClient(server.url, { credentials })).send({ url: 'a' });
    await expect(failed).rejects.toThrow(/certificate: cannot be read \(give it in PEM/);
    expect(server.asked).toEqual([]);
  });

  it('is told when the key cannot be read, and not what it is', async () => {
    oauthSource(() => true);
    const http = await openClient(server.url, { credentials: privateKeyJwt(signingClient('not-a-key-at-all')) });
    const failure = await http.send({ url: 'a' }).catch(error => error as Error);
    expect(String(failure)).toMatch(/private key: cannot be read \(give it in PEM with PKCS #8/);
    expect(String(failure)).not.toContain('not-a-key-at-all');
    expect(server.asked).toEqual([]);
  });
});

describe('tokens that are bound to a key (RFC 9449)', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' } },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const bound = () =>
    privateKeyJwt({
      ...{ tokenUrl: `${server.url}/token`, clientId: 'reader', privateKey, scope: 'read', algorithm: 'RS256' },
      dpop: true,
    });
  const proofOf = async ({ headers }: { headers: Record<string, unknown> }) =>
    (await jwtVerify(String(headers['dpop']), EmbeddedJWK, { typ: 'dpop+jwt' })).payload;
  const token = { access_token: 'bound-1', token_type: 'DPoP', expires_in: 3600 };

  it('are asked for with the nonce that the endpoint wants, and sent with a proof of their own', async () => {
    server.script(({ path }, count) => {
      if (path !== '/token') return { body: { ok: true } };
      return count === 0
        ? { status: 400, headers: { 'dpop-nonce': 'n1' }, body: { error: 'use_dpop_nonce' } }
        : { body: token };
    });
    await (await openClient(server.url, { credentials: bound() })).send({ url: 'a', query: { b: 'c' } });
    const proofs = await Promise.all(server.asked.map(proofOf));
    expect(proofs.map(({ nonce }) => nonce)).toEqual([undefined, 'n1', undefined]);
    expect(proofs[2]).toMatchObject({
      ...{ htm: 'GET', htu: `${server.url}/a` },
      ath: createHash('sha256').update('bound-1').digest('base64url'),
    });
    expect(server.asked[2]!.headers.authorization).toBe('DPoP bound-1');
    expect(new Set(proofs.map(({ jti }) => jti)).size).toBe(3);
    const assertions = server.asked.slice(0, 2).map(({ body }) => new URLSearchParams(body).get('client_assertion'));
    expect(assertions[0]).not.toBe(assertions[1]);
  });

  it('are sent again with the nonce that the source wants, and stay the same', async () => {
    server.script(async asked => {
      if (asked.path === '/token') return { body: token };
      const { nonce } = await proofOf(asked);
      return nonce === 'n2' ? { body: { ok: true } } : { status: 401, headers: { 'dpop-nonce': 'n2' } };
    });
    const http = await openClient(server.url, { credentials: bound() });
    expect((await http.send({ url: 'a' })).body).toEqual({ ok: true });
    expect((await http.send({ url: 'b' })).body).toEqual({ ok: true });
    expect(server.asked.map(({ path }) => path)).toEqual(['/token', '/a', '/a', '/b']);
  });

  it.each([
    [{ status: 400, body: { error: 'invalid_client' } }, 'invalid_client'],
    [{ body: { ...token, token_type: 'Bearer' } }, 'gives tokens of the type Bearer, and not DPoP'],
  ])('are refused by %j', async (answer, reason) => {
    server.script(() => answer);
    await expect((await openClient(server.url, { credentials: bound() })).send({ url: 'a' })).rejects.toThrow(reason);
  });
});
