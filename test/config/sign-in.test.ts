// The settings of signing in: what is wrong with them is said before anything starts.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config-file.ts';
import { temporaryFolder } from '../support/service/service.ts';

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const openid = {
  ...{ name: 'ID', issuer: 'https://id.example.org', client_id: 'rolecall' },
  roles: { viewer: ['everybody'] },
};
const parse = (signIn: object, more: object = {}) =>
  parseConfig(
    JSON.stringify({ sign_in: signIn, ...more }),
    path.join(folder, 'rolecall.yaml'),
    {},
    { SECRET: 's3cret!' },
  );

describe('sign_in', () => {
  it('lets people sign in with links where it is not configured', () => {
    expect(parseConfig('', path.join(folder, 'rolecall.yaml'), {}, {}).sign_in).toEqual({
      idle: 7_200_000,
      lifetime: 43_200_000,
    });
  });

  it('takes the secret from the environment or from a file', () => {
    fs.writeFileSync(path.join(folder, 'secret'), 'of a file\n');
    expect(parse({ openid: { ...openid, client_secret: '${SECRET}' } }).sign_in.openid!.client_secret).toBe('s3cret!');
    const ofFile = parse({ openid: { ...openid, client_secret_file: 'secret' } }).sign_in.openid!;
    expect([ofFile.client_secret, ofFile.scopes, ofFile.roles.claim]).toEqual([
      'of a file',
      ['profile', 'email'],
      'groups',
    ]);
  });

  it.each([
    ['an idle time above the lifetime', { idle: '2d', lifetime: '1d' }, /sign_in\.idle: is longer than lifetime/],
    [
      'an unknown key',
      { openid: { ...openid, role: {} } },
      /unknown key `role` in sign_in\.openid; did you mean `roles`\?/,
    ],
    [
      'an issuer without TLS',
      { openid: { ...openid, issuer: 'http://id.example.org' } },
      /issuer: must be an https address/,
    ],
    ['no roles', { openid: { ...openid, roles: {} } }, /names no value, so nobody could sign in/],
    [
      'two secrets',
      { openid: { ...openid, client_secret: 'x', client_secret_file: 'y' } },
      /only one of them can be used/,
    ],
    [
      'a file that is not there',
      { openid: { ...openid, client_secret_file: 'gone' } },
      /gone cannot be read \(ENOENT\)/,
    ],
    [
      'an unknown source',
      { openid: { ...openid, limits: { claim: 'g', values: { hr: ['pay'] } } } },
      /no source `pay`/,
    ],
    ['a scope with a space', { openid: { ...openid, scopes: ['a b'] } }, /must be the name of a scope/],
  ])('refuses %s', (_case, signIn, message) => {
    expect(() => parse(signIn)).toThrow(message);
  });

  it('needs the claim of the tenant where there are several', () => {
    const tenants = { alpha: {}, beta: {} };
    expect(() => parse({ openid }, { tenants })).toThrow(
      /tenant_claim: is missing; there are several tenants: alpha, beta/,
    );
    expect(parse({ openid: { ...openid, tenant_claim: 'org' } }, { tenants }).tenants).toHaveLength(2);
  });
});
