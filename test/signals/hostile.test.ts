// Hostile tokens and requests: each gets the error of RFC 8935, section 2.4, and changes nothing. A burst that meets a limit loses nothing
// that was accepted.
import { CompactSign, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReception } from '../../src/signals/reception.ts';
import { TokenRefused } from '../../src/signals/security-event-tokens.ts';
import type { TestService } from '../support/service/service.ts';
import { expectFloodStored, floodOf, refusals } from '../support/signals/flood.ts';
import { createDirectory, push, shown, startSignalled } from '../support/signals/signalled-service.ts';
import {
  audience,
  type Claims,
  emailSubject,
  sessionRevoked,
  startTransmitter,
  type TestTransmitter,
} from '../support/signals/transmitter.ts';

const directory = createDirectory(3);
let transmitter: TestTransmitter;
let other: TestTransmitter;
let test: TestService;
beforeAll(async () => {
  transmitter = await startTransmitter();
  other = await startTransmitter();
  test = await startSignalled({
    ...{ directory, transmitter, neighbour: other },
    signals: { per_minute: 60, burst: 400 },
  });
});
afterAll(async () => {
  await test?.close();
  await transmitter?.close();
  await other?.close();
});

const subject = emailSubject('user1@example.org');
const now = () => Math.floor(Date.now() / 1000);
const valid = (claims: Claims = {}, header: Claims = {}) =>
  transmitter.token(sessionRevoked(), { ...subject, ...claims }, header);
const claims = () => ({
  iss: transmitter.url,
  aud: audience,
  iat: now(),
  jti: 'hostile',
  events: sessionRevoked(),
  ...subject,
});

const tokens: readonly (readonly [name: string, code: string, token: () => Promise<string>])[] = [
  ['another audience', 'invalid_audience', () => valid({ aud: 'https://somebody-else.example.org' })],
  ['no audience', 'invalid_audience', () => valid({ aud: undefined })],
  ['another issuer', 'invalid_issuer', () => valid({ iss: 'https://other.example.org' })],
  ['the issuer and the key of another transmitter', 'invalid_key', () => other.token(sessionRevoked(), subject)],
  [
    'the key of another transmitter',
    'invalid_key',
    () => other.token(sessionRevoked(), { ...subject, iss: transmitter.url }),
  ],
  ['an unknown key', 'invalid_key', () => valid({}, { kid: 'unknown' })],
  [
    'no signature',
    'invalid_key',
    async () =>
      `${(await new UnsecuredJWT(claims()).encode()).replace(/^[^.]+/, Buffer.from('{"alg":"none","typ":"secevent+jwt"}').toString('base64url'))}`,
  ],
  [
    'HS256 with the public key',
    'invalid_key',
    async () =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'secevent+jwt' })
        .sign(Buffer.from(await exportSPKI(transmitter.publicKey))),
  ],
  [
    'a key of its own in the header',
    'invalid_key',
    async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims())
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'secevent+jwt' })
        .sign(privateKey);
    },
  ],
  [
    'altered claims',
    'invalid_key',
    async () => {
      const [header, , signature] = (await valid()).split('.');
      return [
        header,
        Buffer.from(JSON.stringify({ ...claims(), jti: 'altered' })).toString('base64url'),
        signature,
      ].join('.');
    },
  ],
  ['the type of an ID token', 'invalid_request', () => valid({}, { typ: 'JWT' })],
  ['no type', 'invalid_request', () => valid({}, { typ: undefined })],
  [
    'a critical extension',
    'invalid_key',
    async () =>
      (await valid()).replace(
        /^[^.]+/,
        Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'first', typ: 'secevent+jwt', crit: ['x'], x: 1 })).toString(
          'base64url',
        ),
      ),
  ],
  ['`sub`', 'invalid_request', () => valid({ sub: 'user1' })],
  ['`exp`', 'invalid_request', () => valid({ exp: now() + 60 })],
  ['a clock that is ahead', 'invalid_request', () => valid({ iat: now() + 3600 })],
  ['a token of last year', 'invalid_request', () => valid({ iat: now() - 365 * 86_400 })],
  ['a time that is no number', 'invalid_request', () => valid({ iat: '2026-11-26' as never })],
  ['no jti', 'invalid_request', () => valid({ jti: undefined })],
  ['a long jti', 'invalid_request', () => valid({ jti: 'j'.repeat(1000) })],
  ['a jti with NUL', 'invalid_request', () => valid({ jti: 'a\0b' })],
  ['a jti with half a character', 'invalid_request', () => valid({ jti: 'a\ud800' })],
  [
    'claims that nest too deep',
    'invalid_request',
    async () => {
      const deep = JSON.stringify({ ...claims(), deep: 0 }).replace(
        /0\}$/,
        `${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      );
      return new CompactSign(Buffer.from(deep))
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'secevent+jwt' })
        .sign(transmitter.privateKey);
    },
  ],
  ['no events', 'invalid_request', () => valid({ events: {} })],
  ['events that are a list', 'invalid_request', () => valid({ events: [sessionRevoked()] })],
  ['an event that is a text', 'invalid_request', () => valid({ events: { 'https://example.org/x': 'y' } })],
  ['no token at all', 'invalid_request', async () => 'hello'],
  ['JSON', 'invalid_request', async () => JSON.stringify(claims())],
  ['nothing', 'invalid_request', async () => ''],
];

const seen = async () => ({
  signals: (await test.everyItem('/v1/signals')).length,
  runs: (await test.everyItem('/v1/sync-runs')).length,
});

describe('a token with', () => {
  it.each(tokens)('%s is refused as %s', async (_name, code, token) => {
    const before = await seen();
    const { status, body, headers } = await push(test, await token());
    expect({ status, ...body }).toEqual({ status: 400, err: code, description: expect.stringMatching(/.{10}/) });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(await seen()).toEqual(before);
  });
});

describe('a request', () => {
  it('to another transmitter’s address is refused, with a valid token', async () => {
    expect(await push(test, await valid(), {}, 'neighbour')).toMatchObject({
      status: 400,
      body: { err: 'invalid_key' },
    });
  });

  it.each([
    ['to an unknown transmitter', {}, 'unknown', 401, 'authentication_failed'],
    ['without authorization', { authorization: '' }, 'idp', 401, 'authentication_failed'],
    ['with another authorization', { authorization: 'Bearer wrong' }, 'idp', 401, 'authentication_failed'],
    ['of another content type', { 'content-type': 'application/json' }, 'idp', 415, 'invalid_request'],
    ['that is compressed', { 'content-encoding': 'gzip' }, 'idp', 415, 'invalid_request'],
  ])('%s is refused', async (_name, headers, name, status, err) => {
    const before = await seen();
    expect(await push(test, await valid(), headers, name)).toMatchObject({ status, body: { err } });
    expect(await seen()).toEqual(before);
  });

  it('that is too large is refused', async () => {
    const event = sessionRevoked({ reason_admin: { en: 'x'.repeat(300_000) } });
    expect(await push(test, await transmitter.token(event, subject))).toMatchObject({
      status: 413,
      body: { err: 'invalid_request' },
    });
  });

  it('does not show in the audit log what it sent, only why it was refused', async () => {
    await push(test, await valid({ aud: 'https://secret.example.org' }));
    const { items } = (await test.get('/v1/audit-events?action=signal.receive&pageSize=1')).body;
    expect(items[0]).toMatchObject({ outcome: 'refused', details: { code: 'invalid_audience' } });
    expect(JSON.stringify(items)).not.toContain('secret.example.org');
  });
});

describe('what is accepted', () => {
  it('may hold texts that no database stores, without harm to others', async () => {
    const event = sessionRevoked({ reason_admin: { 'e\0n': 'half \ud800 of a character, and \0' } });
    const tokens = [await transmitter.token(event, { ...subject, jti: 'odd' }), await valid({ jti: 'plain' })];
    const answers = await Promise.all(tokens.map(token => push(test, token)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await shown(test, 2);
  });

  it('is stored once, however often it comes', async () => {
    const token = await valid({ jti: 'replayed' });
    for (let time = 0; time < 3; time += 1) expect((await push(test, token)).status).toBe(202);
    await shown(test, 3);
  });

  it('is stored once in a flood of tokens that are not, and nothing else changes', async () => {
    const flood = await floodOf(transmitter, other, 20);
    const before = await refusals(test);
    const answers = await Promise.all(flood.map(async ({ token }) => (await push(test, token)).status));
    await expectFloodStored(test, flood, answers, before);
    await shown(test, 23);
  });

  it('is never lost in a burst: what meets a limit is refused and can be sent again', async () => {
    const before = (await seen()).signals;
    const ids = Array.from({ length: 600 }, (_, index) => `burst-${index}`);
    const sent = await Promise.all(ids.map(async jti => ({ jti, ...(await push(test, await valid({ jti }))) })));
    const accepted = sent.filter(({ status }) => status === 202).map(({ jti }) => jti);
    const refused = sent.filter(({ status }) => status !== 202);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused) {
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body.err).toBe('access_denied');
    }
    const stored = (await test.everyItem('/v1/signals')).map(({ jti }) => jti);
    expect(stored.filter(jti => jti.startsWith('burst-')).toSorted()).toEqual(accepted.toSorted());
    expect(stored).toHaveLength(before + accepted.length);
  });

  it('is refused before it is durable when more waits than may, and when the database fails', async () => {
    const statements: string[][] = [];
    let isBroken = false;
    const open = Promise.withResolvers<void>();
    const database = {
      async query(_sql: string, [rows]: [string]) {
        await open.promise;
        if (isBroken) throw new Error('the disk is full');
        statements.push(JSON.parse(rows).map(({ jti, outcome }: { jti?: string; outcome?: string }) => jti ?? outcome));
        return [{ count: 1 }];
      },
    };
    const reception = createReception(database as never, async () => {}, 5);
    const verifying = {
      settings: { name: 'idp', source: 'directory' } as never,
      verify: async (jti: string) => {
        // Some take longer than others.
        if (jti > 'b') await new Promise(setImmediate);
        if (jti === 'wrong') throw new TokenRefused('invalid_key', 'the signature of the token is wrong');
        return { jti, type: 'https://example.org/x', event: {}, subject: undefined } as never;
      },
    };
    const receive = (token: string) => reception.receive(verifying, 'main', token);
    const first = ['a', 'b', 'c', 'd', 'wrong'].map(receive);
    await expect(receive('e')).rejects.toThrow(/send it again later/);
    const results = Promise.allSettled(first);
    await expect(Promise.race([...first, new Promise(resolve => setImmediate(resolve, 'none'))])).resolves.toBe('none');
    open.resolve();
    expect((await results).map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
    expect(statements).toEqual([['a', 'b', 'c', 'd'], ['refused']]);
    isBroken = true;
    await expect(receive('f')).rejects.toThrow('the disk is full');
    await expect(receive('wrong')).rejects.toThrow('the disk is full');
    expect(statements).toHaveLength(2);
  });
});
