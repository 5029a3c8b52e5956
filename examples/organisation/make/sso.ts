// How people sign in to applications through the identity provider, and the keys that identify an application on both sides.
import { createHash, X509Certificate } from 'node:crypto';
import { domain } from './world.ts';

export const issuer = `https://id.${domain}`;

/** The certificate with which the identity provider signs SAML assertions: base64 of DER. Nobody has its private key. */
export const certificate =
  'MIIByjCCAW+gAwIBAgIUBSmz45JQi2DlT30rH81h3WREBVIwCgYIKoZIzj0EAwIwOTEZMBcGA1UECgwQUm9sZWNhbGwgRXhhbXBsZTEcMBoGA1UEAwwTaWQucm9sZWNhbGwuZXhhbXBsZTAgFw0yNjExMjIxNjQ0MjhaGA8yMTI2MTAyOTE2NDQyOFowOTEZMBcGA1UECgwQUm9sZWNhbGwgRXhhbXBsZTEcMBoGA1UEAwwTaWQucm9sZWNhbGwuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHRWp1ir3/i0E0kLZdNgU/cLxxUTR/oKryrz0iCf1Tf1gCHmamNtsITiApAE0FqZOxbh4JfyWObbwlZsL3hbOSujUzBRMB0GA1UdDgQWBBR29pRxXKesSRrIF1gb49gjcH4GfzAfBgNVHSMEGDAWgBR29pRxXKesSRrIF1gb49gjcH4GfzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQD0ySbkxSrS8YL5GcefaK61cXLQ3T24FrofHrY50DBOjAIhAM4azs76cYrs4WZ2DdSXFTeWpNOEwCMyTw+CXowwPESb';

interface Federated {
  readonly name: string;
  readonly vendor: string;
  readonly protocol: 'OIDC' | 'SAML' | 'FIRST_PARTY';
  readonly clientId?: string;
  readonly entityId?: string;
  /** Type of the application, and key of the instance. */
  readonly integration?: readonly [applicationType: string, instanceKey: string];
}

/** Applications that people sign in to through the identity provider. */
export const federated = {
  forge: { clientId: '0oaforge7m2q', name: 'Forge', vendor: 'Rolecall Example Software', protocol: 'OIDC' },
  crm: {
    entityId: 'https://rolecall-example.crm.example',
    name: 'Customer Relations',
    vendor: 'Meridian Example',
    protocol: 'SAML',
  },
  ledger: { clientId: '0oaledger90p', name: 'Ledger', vendor: 'Abacus Example', protocol: 'OIDC' },
  wiki: { clientId: '0oawiki2k6d', name: 'Wiki', vendor: 'Rolecall Example Software', protocol: 'OIDC' },
  cloud: { integration: ['stratus', 'rolecall'], name: 'Cloud', vendor: 'Stratus Example', protocol: 'FIRST_PARTY' },
} as const satisfies Record<string, Federated>;

/** The host of the corporate directory, whose entries the identity provider reads by an integration of both vendors. */
export const directoryHost = `corp.${domain}`;

const digest = (input: string | Buffer) => createHash('sha256').update(input).digest('base64');

/**
 * OIDC: SHA-256 over the lowercased issuer with a slash at its end, a comma and the client id. SAML: over the public key info of the
 * certificate. Integrations of both vendors: over application type, colon and instance key. All in base64.
 */
export function authenticationKey({ clientId, integration }: Federated): string {
  if (clientId !== undefined) return digest(`${issuer.toLowerCase().replace(/\/*$/, '/')},${clientId}`);
  if (integration) return digest(integration.join(':'));
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  return digest(publicKey.export({ type: 'spki', format: 'der' }));
}
