// Findings of scanners: joined to keys by their hashes, and never with the secret itself.
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leakedSecrets } from '../../../connectors/leaked-secrets/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { gapsOf, type Reading, readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-leaked-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (text: string | Buffer, ending = 'jsonl') => {
  const path = join(folder, `findings-${++made}.${ending}`);
  writeFileSync(path, text);
  return path;
};
const lines = (...findings: readonly object[]) =>
  file(findings.map(finding => `${JSON.stringify(finding)}\n`).join(''));
const read = (path: string): Promise<Reading> => readSource(leakedSecrets, { path });
const secretsOf = async (path: string) => recordsOf(await read(path), 'Account');
const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const [keyId, keySecret] = ['AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'];
const awsFinding = (more: object = {}) => ({
  SourceMetadata: {
    Data: {
      Git: {
        ...{ commit: 'fbc14303', file: `keys/${keyId}`, line: 4, timestamp: '2022-06-16 10:17:40 -0700' },
        repository: `https://bot:${keySecret}@git.example.org/shop.git`,
      },
    },
  },
  ...{ SourceName: 'trufflehog - git', DetectorType: 2, DetectorName: 'AWS', DecoderName: 'PLAIN', Verified: true },
  ...{ Raw: keyId, RawV2: `${keyId}:${keySecret}`, Redacted: keyId, ExtraData: { account: '111122223333' } },
  ...more,
});
const alert = (more: object = {}) => ({
  ...{ number: 2, created_at: '2024-11-06T18:48:51Z', html_url: 'https://github.com/o/r/security/secret-scanning/2' },
  ...{ state: 'open', resolution: null, secret_type: 'github_personal_access_token', validity: 'active' },
  ...{ secret: 'ghp_0123456789abcdefghijklmnopqrstuvWXYZ', ...more },
});

describe('a finding', () => {
  it('of TruffleHog names the key by its hashes, and the place without secrets', async () => {
    const [secret] = await secretsOf(lines(awsFinding()));
    expect(secret).toMatchObject({
      ...{ type: 'Token', subType: 'AccessKey', accountRole: 'leaked-secret', userType: 'open', enabled: true },
      createdDate: '2022-06-16T10:17:40-07:00',
    });
    expect(secret!['hashIdentifiers']).toEqual(
      expect.arrayContaining([`aws-credential:${keyId}`, hash(keySecret), hash(`${keyId}:${keySecret}`)]),
    );
    expect(JSON.stringify(secret)).toContain('Git https://git.example.org/shop.git fbc14303 keys/… 4');
    expect(JSON.stringify(secret)).not.toContain(keySecret);
  });

  it('of GitHub names the token by its end, which is what its organisation shows', async () => {
    const [secret] = await secretsOf(file(JSON.stringify([alert()]), 'json'));
    expect(secret).toMatchObject({ subType: 'PersonalAccessToken', userType: 'open' });
    expect(secret!['hashIdentifiers']).toContain('github-token-last-eight:stuvWXYZ'.slice(0, 32));
    expect(JSON.stringify(secret)).not.toContain('ghp_');
  });

  it.each([
    ['verified', awsFinding(), 'open'],
    ['not verified', awsFinding({ Verified: false }), 'unverified'],
    ['that could not be verified', awsFinding({ Verified: false, VerificationError: 'i/o timeout' }), 'unverified'],
    ['active', alert(), 'open'],
    ['of unknown validity', alert({ validity: 'unknown' }), 'unverified'],
    ['inactive', alert({ validity: 'inactive' }), 'revoked'],
    ['revoked', alert({ state: 'resolved', resolution: 'revoked' }), 'revoked'],
    ['resolved', alert({ state: 'resolved', resolution: 'false_positive' }), 'resolved'],
  ])('%s counts as %s only so', async (_, finding, state) => {
    const [secret] = await secretsOf(lines(finding));
    expect(secret).toMatchObject({ userType: state, enabled: state === 'open' });
  });

  it('of the same secret in several places is one', async () => {
    const path = lines(awsFinding({ Verified: false }), awsFinding(), { level: 'info-0', msg: 'finished scanning' });
    const [secret, ...others] = await secretsOf(path);
    expect(others).toEqual([]);
    expect(secret).toMatchObject({
      userType: 'open',
      profileMetadata: expect.arrayContaining([expect.objectContaining({ name: 'findings', value: 2 })]),
    });
  });

  it('without the secret is known by its address', async () => {
    const [secret] = await secretsOf(lines(alert({ secret: undefined })));
    expect(secret).toMatchObject({ id: 'alert:https://github.com/o/r/security/secret-scanning/2' });
    expect(secret).not.toHaveProperty('hashIdentifiers');
  });
});

describe('a private key has the fingerprint that ssh-keygen shows', () => {
  it.each([
    ['RSA', ['-t', 'rsa', '-b', '2048', '-m', 'PEM']],
    ['ECDSA', ['-t', 'ecdsa', '-m', 'PKCS8']],
    ['Ed25519', ['-t', 'ed25519']],
    ['Ed25519 with a passphrase', ['-t', 'ed25519', '-N', 'secret words']],
  ])('%s', async (_, options) => {
    const path = join(folder, `key-${++made}`);
    execFileSync('ssh-keygen', ['-q', '-f', path, ...(options.includes('-N') ? [] : ['-N', '']), ...options]);
    const [, fingerprint] = execFileSync('ssh-keygen', ['-lf', `${path}.pub`], { encoding: 'utf8' }).split(' ');
    const [secret] = await secretsOf(
      lines({ DetectorName: 'PrivateKey', Verified: true, Raw: readFileSync(path, 'utf8') }),
    );
    expect(secret!['hashIdentifiers']).toContain(fingerprint);
    expect(secret!['subType']).toBe('SshKey');
  });

  it('none that nobody can read', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const Raw = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
    const [secret] = await secretsOf(lines({ DetectorName: 'PrivateKey', Raw }));
    expect(secret!['hashIdentifiers']).toHaveLength(1);
  });
});

it('lands, and keeps the rules of connectors', async () => {
  const path = lines(awsFinding(), alert());
  expect(misfitsOf(await read(path))).toEqual([]);
  expect(await brokenRules(leakedSecrets, { path })).toEqual([]);
});

describe('bad input', () => {
  it('nothing found is not the same as an empty file', async () => {
    expect(gapsOf(await read(file('')))).toMatchObject([
      { type: 'Account', missing: 'objects', message: expect.stringMatching(/^is empty/) },
    ]);
    expect(gapsOf(await read(file('[]', 'json')))).toEqual([]);
  });

  it('what is no finding is rejected, without showing it', async () => {
    const reading = await read(lines({ password: 'hunter2' }, awsFinding()));
    expect(rejectionsOf(reading)).toMatchObject([
      { place: expect.stringMatching(/:1$/), reasons: [expect.stringMatching(/neither/)] },
    ]);
    expect(JSON.stringify(rejectionsOf(reading))).not.toContain('hunter2');
    expect(recordsOf(reading, 'Account')).toHaveLength(1);
  });

  it.each([
    ['a line that is cut off', `${JSON.stringify(awsFinding())}\n{"Raw":"hunter2`, /:2: is cut off \(copy/],
    ['a line of text', 'hunter2\n', /:1: is not JSON \(let the scanner/],
    ['a list that is cut off', '[{"Raw":"hunter2"},{"Raw":"hun', /ends in the middle/],
    ['a list with text', '[hunter2]', /\[0\]: is not JSON/],
    ['a line of 20 MB', `{"Raw":"${'x'.repeat(20 * 1024 * 1024)}"}`, /:1: has more than 16777216 bytes/],
  ])('%s', async (_, text, expected) => {
    const error = await read(file(text)).catch((reason: Error) => reason);
    expect(String(error)).toMatch(expected);
    expect(String(error)).not.toContain('hunter2');
  });
});
