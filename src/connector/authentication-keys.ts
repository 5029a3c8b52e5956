// Authentication keys, by which an application is recognized at its identity provider: an `IntegratedApplication` and an
// `AssignedApplication` (or an `Authenticator`) with the same key belong together. Each key is a SHA-256 digest in standard base64
// (RFC 4648, section 4) of what the protocol agrees on (specification, Authenticator). Keys of RADIUS are not defined.
import { createHash, X509Certificate } from 'node:crypto';

/** What a key is made of is missing or malformed. The message says what would be right. */
export class AuthenticationKeyError extends Error {}

/**
 * OpenID Connect: the issuer in lower case with exactly one slash at its end, a comma, and the client id as it is.
 * @param issuer the issuer identifier (OpenID Connect Discovery 1.0, section 3), with or without a slash at its end
 */
export function oidcAuthenticationKey(issuer: string, clientId: string): string {
  const bare = required(issuer, 'issuer').toLowerCase().replace(/\/+$/, '');
  return digest(`${bare}/,${required(clientId, 'client id')}`);
}

/**
 * SAML: the subject public key info (RFC 5280, section 4.1) of the certificate that signs assertions, in DER. So a certificate that
 * is renewed with the same key pair gives the same key.
 * @param certificate PEM, or base64 of DER without its first and last line, as SAML metadata has it (`ds:X509Certificate`)
 */
export function samlAuthenticationKey(certificate: string): string {
  const text = required(certificate, 'certificate');
  try {
    const parsed = new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'));
    return digest(parsed.publicKey.export({ type: 'spki', format: 'der' }));
  } catch {
    throw new AuthenticationKeyError('the certificate is neither PEM nor base64 of an X.509 certificate');
  }
}

/**
 * An integration that vendor and identity provider made for each other: the type of the application, a colon, and the key that
 * distinguishes this instance, such as its host name.
 */
export function firstPartyAuthenticationKey(applicationType: string, instanceKey: string): string {
  return digest(`${required(applicationType, 'application type')}:${required(instanceKey, 'instance key')}`);
}

/**
 * The issuer of tokens of workloads, such as a cluster of Kubernetes: whoever trusts its tokens names their subjects.
 * @param issuer with or without `https://` and a slash at its end
 */
export function workloadIssuerKey(issuer: string): string {
  return firstPartyAuthenticationKey('workload-issuer', issuer.toLowerCase().replace(/^https:\/\/|\/+$/g, ''));
}

/**
 * The system that issues the identities of a SPIFFE trust domain (SPIFFE-ID, section 2.1). Only what issues them has the key: an authenticator
 * of a trust domain that is only trusted has none, so that the key names one instance.
 * @param trustDomain its name, with or without `spiffe://`
 */
export function spiffeTrustDomainKey(trustDomain: string): string {
  return firstPartyAuthenticationKey(
    'spiffe-trust-domain',
    trustDomain.toLowerCase().replace(/^spiffe:\/\/|\/+$/g, ''),
  );
}

/**
 * Labels for applications of both kinds. With them, the service finds out why two applications do not have the same key, which
 * the keys themselves cannot tell.
 */
export function signInLabels(facts: { issuer?: string; clientId?: string; entityId?: string }): {
  name: string;
  namespace: 'authentication';
  type: 'string';
  value: string;
}[] {
  return Object.entries(facts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, namespace: 'authentication', type: 'string', value }));
}

function required(value: string, name: string): string {
  const trimmed = value.trim();
  if (trimmed === '') throw new AuthenticationKeyError(`the ${name} is empty`);
  return trimmed;
}

function digest(input: string | Buffer): string {
  return createHash('sha256').update(input).digest('base64');
}
