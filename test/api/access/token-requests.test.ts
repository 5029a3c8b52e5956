// Token requests that no well-behaved client sends.
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUrl } from '../../support/service/access-server.ts';
import { withTokenEndpoint } from '../../support/service/token-endpoint.ts';

describe('token endpoint', () => {
  const at = withTokenEndpoint();
  const { basic, form, answer } = at;

  it.each<[string, () => string, number, string]>([
    ['an empty body', () => '', 401, 'invalid_client'],
    ['no client', () => 'grant_type=client_credentials', 401, 'invalid_client'],
    [
      'a secret without a client',
      () => `grant_type=client_credentials&client_secret=${at.secret}`,
      401,
      'invalid_client',
    ],
    ['JSON instead of a form', () => JSON.stringify(form()), 401, 'invalid_client'],
    ['an empty client id', () => 'grant_type=client_credentials&client_id=', 401, 'invalid_client'],
    ['no grant type', () => `client_id=${at.id}&client_secret=${at.secret}`, 400, 'invalid_request'],
    [
      'an unknown grant type',
      () => `${new URLSearchParams(form({ grant_type: 'password' }))}`,
      400,
      'unsupported_grant_type',
    ],
    [
      'a grant of clients with users',
      () => `${new URLSearchParams(form({ grant_type: 'authorization_code' }))}`,
      400,
      'unauthorized_client',
    ],
    [
      'another grant',
      () => `${new URLSearchParams(form({ grant_type: 'refresh_token' }))}`,
      400,
      'unsupported_grant_type',
    ],
    [
      'a repeated grant type',
      () => `${new URLSearchParams(form())}&grant_type=client_credentials`,
      400,
      'invalid_request',
    ],
    ['a repeated client id', () => `${new URLSearchParams(form())}&client_id=x`, 400, 'invalid_request'],
    ['a repeated secret', () => `${new URLSearchParams(form())}&client_secret=x`, 400, 'invalid_request'],
    ['a repeated scope', () => `${new URLSearchParams(form())}&scope=a&scope=b`, 400, 'invalid_request'],
    ['NULs', () => `grant_type=client_credentials&client_id=%00&client_secret=%00`, 401, 'invalid_client'],
    ['a NUL in the secret', () => `${new URLSearchParams(form({ client_secret: 'a\0b' }))}`, 401, 'invalid_client'],
    ['an empty secret', () => `grant_type=client_credentials&client_id=${at.id}&client_secret=`, 401, 'invalid_client'],
    ['no secret', () => `grant_type=client_credentials&client_id=${at.id}`, 401, 'invalid_client'],
    [
      'bytes that are not UTF-8',
      () => 'grant_type=client_credentials&client_id=%ff%fe&client_secret=%c3%28',
      401,
      'invalid_client',
    ],
    ['bad percent-encoding', () => 'grant_type=%zz&client_id=%&client_secret=%u0000', 401, 'invalid_client'],
    ['a prototype', () => `${new URLSearchParams(form())}&__proto__=x&constructor=y&toString=z`, 200, ''],
    ['a control character in the scope', () => `${new URLSearchParams(form({ scope: 'a\nb' }))}`, 400, 'invalid_scope'],
    ['a huge scope', () => `${new URLSearchParams(form({ scope: 'a'.repeat(10_000) }))}`, 400, 'invalid_scope'],
  ])('answers %s as RFC 6749 says', async (_title, body, status, error) => {
    const refused = await answer(at.server.requestToken(body()));
    expect(refused.status, JSON.stringify(refused.body)).toBe(status);
    if (status !== 200) expect(refused.body).toMatchObject({ error, error_description: expect.any(String) });
    if (status === 401) expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    expect(at.server.log()).not.toMatch(/"level":[56]0/);
  });

  it.each(['Bearer x', 'Digest username="a"'])(
    'answers the Authorization header %j, which authenticates no client, with 401',
    async authorization => {
      const refused = await answer(at.server.requestToken({ grant_type: 'client_credentials' }, { authorization }));
      expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    },
  );

  it('never answers 5xx, for any content of the form', async () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('client_credentials', at.id, at.secret, baseUrl),
    );
    const names = fc.constantFrom(
      'grant_type',
      'client_id',
      'client_secret',
      'scope',
      'resource',
      'audience',
      '__proto__',
    );
    const body = fc.array(fc.tuple(names, values)).map(pairs => {
      return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.string({ unit: 'binary' })), async text => {
        const refused = await answer(at.server.requestToken(text));
        expect([200, 400, 401, 429]).toContain(refused.status);
      }),
      { numRuns: 200 },
    );
    expect(at.server.log()).not.toMatch(/"level":[56]0/);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense'])(
    'refuses the content type %s',
    async type => {
      const refused = await answer(at.server.requestToken(JSON.stringify(form()), { 'content-type': type }));
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    },
  );

  it.each(['Basic', 'Basic !!!', 'Basic YQ==', 'Basic OjA=', `Basic ${Buffer.from('a%zz:b').toString('base64')}`])(
    'refuses the Authorization header %j',
    async authorization => {
      const refused = await answer(at.server.requestToken({ grant_type: 'client_credentials' }, { authorization }));
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    },
  );

  it('refuses two ways of authentication at once', async () => {
    expect(await answer(at.server.requestToken(form(), basic(at.id, at.secret)))).toMatchObject({ status: 400 });
  });

  it('refuses a huge body, announced or not', async () => {
    const announced = await answer(at.server.requestToken(`${new URLSearchParams(form())}&x=${'y'.repeat(20_000)}`));
    expect(announced).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(50_000)));
      },
    });
    const response = fetch(`${at.server.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    // The server may also close the connection while the client is still writing.
    const status = await response.then(
      r => r.status,
      () => 'cut',
    );
    expect([400, 413, 'cut']).toContain(status);
    expect((await answer(at.server.requestToken(form()))).status).toBe(200);
  });

  it('survives a client that hangs up in the middle of its body', async () => {
    const { port } = new URL(at.server.url);
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ngrant',
          () => socket.resetAndDestroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    expect((await answer(at.server.requestToken(form()))).status).toBe(200);
  });
});
