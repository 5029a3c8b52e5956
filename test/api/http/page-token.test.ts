// Page tokens: only tokens that this service issued are valid, and only for the pagination that they were issued for.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageTokens } from '../../../src/api/http/page-token.ts';
import { expireVersions } from '../../../src/state/versions.ts';
import { everyType } from '../../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let token: string;

beforeAll(async () => {
  test = await startService({ sources: { first: everyType(5), second: everyType(5) }, synced: true });
  token = (await test.get('/v1/roles?pageSize=1')).body.nextPageToken;
});
afterAll(() => test.close());

const refusal = (reason: string) => ({
  status: 400,
  body: { code: 'BAD_REQUEST', message: expect.stringContaining('pageToken'), details: { reason } },
});

describe('a page token', () => {
  it('is refused when any character was altered', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < token.length; at += 1) {
      const other = alphabet[(alphabet.indexOf(token[at]!) + 1) % 64]!;
      const altered = token.slice(0, at) + other + token.slice(at + 1);
      expect(await test.get(`/v1/roles?pageToken=${altered}`)).toMatchObject(refusal('INVALID_PAGE_TOKEN'));
    }
  });

  it.each([
    ['of another collection', () => `/v1/accounts?pageToken=${token}`],
    ['under another filter', () => `/v1/roles?applicationInstanceId=${instanceOf(test, 'first')}&pageToken=${token}`],
    ['with a character behind it', () => `/v1/roles?pageToken=${token}A`],
    ['with padding', () => `/v1/roles?pageToken=${token}%3D`],
    ['cut short', () => `/v1/roles?pageToken=${token.slice(0, -1)}`],
    ['of 100 KB', () => `/v1/roles?pageToken=${'A'.repeat(10_000)}`],
    ['that is no token', () => '/v1/roles?pageToken=%00%ff'],
  ])('is refused %s', async (_what, url) => {
    expect(await test.get(url())).toMatchObject(refusal('INVALID_PAGE_TOKEN'));
  });

  it('of another tenant is refused, although it has the same key', () => {
    const tokens = createPageTokens(Buffer.alloc(32, 7));
    const pagination = { tenant: 'one', collection: 'roles', filter: '', visible: undefined, version: 3, position: 50 };
    const sealed = tokens.seal(pagination);
    expect(tokens.open(sealed, pagination)).toEqual(pagination);
    expect(() => tokens.open(sealed, { ...pagination, tenant: 'two' })).toThrow('altered');
  });

  it('of another deployment is refused', () => {
    const pagination = { tenant: 'one', collection: 'roles', filter: '', visible: undefined, version: 3, position: 50 };
    const sealed = createPageTokens(Buffer.alloc(32, 7)).seal(pagination);
    expect(() => createPageTokens(Buffer.alloc(32, 8)).open(sealed, pagination)).toThrow('altered');
  });

  it('works after another version was published, and expires with its own version', async () => {
    const again = `/v1/roles?pageToken=${token}`;
    expect(await test.get(again)).toMatchObject({ status: 200 });
    await test.sync(['first']);
    expect(await test.get(again)).toMatchObject({ status: 200 });
    await expireVersions(test.service.database, 'main', -60_000);
    await test.service.tenant().catalogue.refresh();
    expect(await test.get(again)).toMatchObject(refusal('EXPIRED_PAGE_TOKEN'));
  });

  it('that is a random text never opens', () => {
    const tokens = createPageTokens(Buffer.alloc(32, 7));
    const expected = { tenant: 'one', collection: 'roles', filter: '', visible: undefined };
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), text => {
        expect(() => tokens.open(text, expected)).toThrow();
      }),
    );
  });
});
