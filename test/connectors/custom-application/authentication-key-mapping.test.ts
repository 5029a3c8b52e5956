// Authentication keys that a mapping makes from columns and constants.
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import {
  firstPartyAuthenticationKey,
  oidcAuthenticationKey,
  samlAuthenticationKey,
} from '../../../src/connector/authentication-keys.ts';
import { problemsOf, recordsOf, rejectionsOf, sourceFolder } from './source-folder.ts';

const certificate = rootCertificates[0]!;
const keys = `authenticationRequirements:
        authenticationKeys:
          - { authenticationKeyOf: { oidc: { issuer: issuer, clientId: client } } }
          - { authenticationKeyOf: { saml: { certificate: certificate } } }
          - { authenticationKeyOf: { firstParty: { applicationType: { constant: forge }, instanceKey: host } } }`;

const folderOf = (application: string, row: string) =>
  sourceFolder({
    'config/x.yaml': `application: ${application}
objects:
  AssignedApplication:
    file: a.csv
    fields:
      id: id
      name: id
      ${keys}
`,
    'rawdata/a.csv': `id,issuer,client,certificate,host\n${row}\n`,
  });

const keysOf = async (row: string) => {
  const [record] = await recordsOf(folderOf('{ name: X }', row), 'AssignedApplication');
  return (record!['authenticationRequirements'] as { authenticationKeys?: string[] } | undefined)?.authenticationKeys;
};

describe('columns and constants give', () => {
  test.each<[string, string, string[] | undefined]>([
    ['a client', 'a,https://id.example,c1,,', [oidcAuthenticationKey('https://id.example', 'c1')]],
    ['a certificate over several lines', `a,,,"${certificate}",`, [samlAuthenticationKey(certificate)]],
    ['an instance', 'a,,,,forge.example', [firstPartyAuthenticationKey('forge', 'forge.example')]],
    [
      'several keys',
      'a,https://id.example,c1,,h',
      [oidcAuthenticationKey('https://id.example', 'c1'), firstPartyAuthenticationKey('forge', 'h')],
    ],
    ['no key where a part is missing', 'a,https://id.example, ,,', undefined],
  ])('%s', async (_, row, expected) => {
    expect(await keysOf(row)).toEqual(expected);
  });
});

test('a malformed certificate rejects its row', async () => {
  const [rejection] = await rejectionsOf(folderOf('{ name: X }', 'a,,,AAAA,'), 'AssignedApplication');
  expect(rejection!.reasons).toEqual(['the certificate is neither PEM nor base64 of an X.509 certificate']);
});

test('the application has keys of values', async () => {
  const parts = '{ oidc: { issuer: https://id.example, clientId: c1 } }';
  const application = `{ name: X, authenticationRequirements: { authenticationKeys: [plain, { authenticationKeyOf: ${parts} }] } }`;
  const [record] = await recordsOf(folderOf(application, 'a,,,,'), 'IntegratedApplication');
  expect(record!['authenticationRequirements']).toEqual({
    authenticationKeys: ['plain', oidcAuthenticationKey('https://id.example', 'c1')],
  });
});

test.each([
  [
    '{ authenticationKeyOf: { radius: { secret: s } } }',
    /expected `oidc` with issuer and clientId, `saml` with certificate/,
  ],
  ['{ authenticationKeyOf: { oidc: { issuer: i } } }', /expected `oidc` with issuer and clientId/],
  ['{ authenticationKeyOf: { saml: { certificate: AAAA } } }', /the certificate is neither PEM nor base64/],
])('a mistake in it is reported: %s', async (key, message) => {
  const application = `{ name: X, authenticationRequirements: { authenticationKeys: [${key}] } }`;
  const [problem] = await problemsOf(folderOf(application, 'a,,,,'));
  expect(problem).toMatchObject({ severity: 'error', message: expect.stringMatching(message) });
});
