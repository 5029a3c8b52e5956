// Authentication keys compared with pins that certificate authorities have published, and with what openssl computes.
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  AuthenticationKeyError,
  firstPartyAuthenticationKey,
  oidcAuthenticationKey,
  samlAuthenticationKey,
  signInLabels,
} from '../../src/connector/authentication-keys.ts';

const openssl = (args: string[], input: string | Buffer) => execFileSync('openssl', args, { input, stdio: 'pipe' });
const sha256Base64 = (input: string | Buffer) => openssl(['dgst', '-sha256', '-binary'], input).toString('base64');

/** `openssl x509 -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64` */
const pinOf = (certificate: string) =>
  sha256Base64(openssl(['pkey', '-pubin', '-outform', 'DER'], openssl(['x509', '-pubkey', '-noout'], certificate)));

/** Base64 SHA-256 of the subject public key info, as published for public key pinning (RFC 7469, section 2.4). */
const publishedPins = {
  'ISRG Root X1': 'C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=',
  'ISRG Root X2': 'diGVwiVYbubAI3RW4hB9xU8e/CH2GnkuvVFZE8zmgzI=',
  'DigiCert Global Root G2': 'i7WTqTvh0OioIruIfFR4kMPnBqrS2rdiVPl/s2uC/CY=',
  'Amazon Root CA 1': '++MBgDH5WGvL9Bcn5Be30cRcL0f5O+NyoXuWtQdX1aI=',
};

describe('the key of a SAML certificate', () => {
  it.each(Object.entries(publishedPins))('is the published pin of %s', (name, pin) => {
    const certificate = rootCertificates.find(pem =>
      new X509Certificate(pem).subject.split('\n').includes(`CN=${name}`),
    );
    expect(samlAuthenticationKey(certificate!)).toBe(pin);
  });

  it.each([
    ['rsa', ['-newkey', 'rsa:2048']],
    ['ec', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['ed25519', ['-newkey', 'ed25519']],
  ])('of kind %s is what openssl computes, in every form, and stays when the certificate is renewed', (_, kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'));
    try {
      const [key, first, second] = ['key.pem', 'first.pem', 'second.pem'].map(name => join(folder, name)) as [
        string,
        string,
        string,
      ];
      openssl(['req', '-x509', ...kind, '-nodes', '-keyout', key, '-out', first, '-subj', '/CN=one', '-days', '2'], '');
      openssl(['req', '-x509', '-key', key, '-out', second, '-subj', '/CN=two', '-days', '9'], '');
      const pem = readFileSync(first, 'utf8');
      const bare = pem.replace(/-----[A-Z ]+-----/g, '');
      expect(samlAuthenticationKey(pem)).toBe(pinOf(pem));
      expect(samlAuthenticationKey(bare)).toBe(pinOf(pem));
      expect(samlAuthenticationKey(bare.replaceAll('\n', ''))).toBe(pinOf(pem));
      expect(samlAuthenticationKey(readFileSync(second, 'utf8'))).toBe(pinOf(pem));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(['', ' ', 'AAAA', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'ada'])(
    'is refused for %j',
    certificate => expect(() => samlAuthenticationKey(certificate)).toThrow(AuthenticationKeyError),
  );
});

describe('the key of an OIDC client', () => {
  // Issuer and client id as in OpenID Connect Core 1.0, section 3.1.
  const expected = sha256Base64('https://server.example.com/,s6BhdRkqt3');

  it.each([
    'https://server.example.com',
    'https://server.example.com/',
    'https://server.example.com//',
    'HTTPS://Server.Example.COM',
    ' https://server.example.com ',
  ])('is the same for the issuer %j', issuer => {
    expect(oidcAuthenticationKey(issuer, 's6BhdRkqt3')).toBe(expected);
  });

  it('keeps the path of the issuer and the case of the client id', () => {
    expect(oidcAuthenticationKey('https://login.example/Tenant/v2.0', 'S6')).toBe(
      sha256Base64('https://login.example/tenant/v2.0/,S6'),
    );
    expect(oidcAuthenticationKey('https://server.example.com', 'S6BHDRKQT3')).not.toBe(expected);
  });

  it('is refused without issuer or client id', () => {
    expect(() => oidcAuthenticationKey('', 'a')).toThrow('the issuer is empty');
    expect(() => oidcAuthenticationKey('https://server.example.com', ' ')).toThrow('the client id is empty');
  });
});

describe('the key of a first-party integration', () => {
  it('is made of application type and instance key', () => {
    expect(firstPartyAuthenticationKey('forge', 'forge.example')).toBe(sha256Base64('forge:forge.example'));
  });
});

it('labels leave out what is not known', () => {
  expect(signInLabels({ issuer: 'https://a.example', clientId: '' })).toEqual([
    { name: 'issuer', namespace: 'authentication', type: 'string', value: 'https://a.example' },
  ]);
});
