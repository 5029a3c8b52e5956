// How the connector signs in: with a secret or a certificate, and that neither is sent elsewhere.
import { createPublicKey, X509Certificate } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { entraSettings } from '../../../connectors/entra/settings.ts';
import { opensslMissing, selfSigned } from '../../support/servers/certificate.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import {
  clientSecret,
  type EntraSimulator,
  startEntra,
  tenantId,
  verifyAssertion,
} from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { readSource, recordsOf } from '../../support/simulators/reading.ts';
import { entraSource } from './settings.ts';

let server: EntraSimulator;
beforeAll(async () => {
  server = await startEntra();
  tenant.fillTenant(server.state);
});
beforeEach(() => {
  server.tokenRequests.length = 0;
});
afterAll(() => server.close());

describe.skipIf(opensslMissing)(`a certificate${opensslMissing ? `; skipped: ${opensslMissing}` : ''}`, () => {
  const { key, cert } = opensslMissing ? { key: '', cert: '' } : selfSigned(temporaryFolder(), 'app', 'DNS:app', 'rsa');
  const settings = (certificate: object) => entraSource(server, { client_secret: undefined, certificate });

  it('signs for each service, and names itself by its SHA-256 thumbprint', async () => {
    const reading = await readSource(entra, settings({ certificate: cert, private_key: key }));
    expect(recordsOf(reading, 'Account').length).toBeGreaterThan(5);
    expect(server.tokenRequests).toHaveLength(2);
    const publicKey = createPublicKey(cert);
    for (const form of server.tokenRequests) {
      await verifyAssertion(form, publicKey, `${server.url}/${tenantId}/oauth2/v2.0/token`);
      expect(decodeProtectedHeader(form['client_assertion']!)).toEqual({
        alg: 'PS256',
        'x5t#S256': Buffer.from(new X509Certificate(cert).fingerprint256.replaceAll(':', ''), 'hex').toString(
          'base64url',
        ),
      });
    }
    expect(JSON.stringify(server.tokenRequests)).not.toContain('PRIVATE KEY');
  });

  it('that cannot be read is named, and not shown', async () => {
    const failure = readSource(entra, settings({ certificate: 'no certificate', private_key: key }));
    await expect(failure).rejects.toThrow(/certificate: cannot be read \(give it in PEM/);
    await expect(failure).rejects.not.toThrow(/no certificate/);
    expect(server.tokenRequests).toEqual([]);
  });
});

it('a secret goes into the body of the token request, and nowhere else', async () => {
  await readSource(entra, entraSource(server));
  expect(server.tokenRequests.map(form => [form['client_secret'], form['grant_type']])).toEqual([
    [clientSecret, 'client_credentials'],
    [clientSecret, 'client_credentials'],
  ]);
});

it.each([
  [
    { client_secret: 's', certificate: { certificate: 'c', private_key: 'k' } },
    'give one of client_secret and certificate',
  ],
  [{}, 'give one of client_secret and certificate'],
  [{ client_secret: 's', tenant_id: 'contoso.onmicrosoft.com' }, 'must be the id of the tenant, which is a GUID'],
  [{ client_secret: 's', graph_url: 'https://graph.microsoft.com/v1.0' }, 'must be an address without a path'],
])('%j is refused', (settings, message) => {
  const { error } = entraSettings.safeParse({ tenant_id: tenantId, client_id: 'c', ...settings });
  expect(error?.issues.map(issue => issue.message)).toEqual([expect.stringContaining(message)]);
});
