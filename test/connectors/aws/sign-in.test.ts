// How the account is recognized at identity providers, what it asks of passwords, and where its services are.
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointOf } from '../../../connectors/aws/endpoints.ts';
import { aws } from '../../../connectors/aws/index.ts';
import { samlAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { addUser, arn, fillAccount, home } from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { readSource, recordOf } from '../../support/simulators/reading.ts';

let server: AwsSimulator;
beforeAll(async () => {
  server = await startAws();
});
beforeEach(() => fillAccount(server.state));
afterAll(() => server.close());

const [first, second, third] = rootCertificates as [string, string, string];
const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\n/g, '');

async function requirements(more: object = {}): Promise<{ authenticationKeys: string[]; passwordPolicy?: object }> {
  const reading = await readSource(aws, { ...awsKey, endpoint_url: server.url, ...more });
  return recordOf(reading, 'IntegratedApplication', home)!['authenticationRequirements'] as never;
}

describe('keys of identity providers', () => {
  const descriptor = (use: string, certificate: string) =>
    `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\r\n${certificate}\r\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

  it('are those of the certificates that sign', async () => {
    const descriptors = [
      descriptor(' use="signing"', bare(first)),
      descriptor('', bare(second)),
      descriptor(' use="encryption"', bare(third)),
    ];
    server.state.saml.set(arn('saml-provider', 'okta'), {
      SAMLMetadataDocument: `<md:EntityDescriptor entityID="http://idp/1">${descriptors.join('')}</md:EntityDescriptor>`,
    });
    const { authenticationKeys } = await requirements();
    expect(authenticationKeys).toEqual(expect.arrayContaining([first, second].map(samlAuthenticationKey)));
    expect(authenticationKeys).not.toContain(samlAuthenticationKey(third));
  });

  it('that cannot be read are none', async () => {
    const before = await requirements();
    server.state.saml.set(arn('saml-provider', 'okta'), { SAMLMetadataDocument: descriptor('', 'AAAA') });
    expect(await requirements()).toEqual(before);
  });

  it('of Identity Center are those of the settings', async () => {
    const { authenticationKeys } = await requirements({ identity_provider_certificates: [first] });
    expect(authenticationKeys).toContain(samlAuthenticationKey(first));
    const wrong = { ...awsKey, identity_provider_certificates: ['no certificate'] };
    expect(aws.settings.safeParse(wrong).success).toBe(false);
  });
});

it('an account without a password policy has that of IAM', async () => {
  server.state.passwordPolicy = undefined;
  expect((await requirements()).passwordPolicy).toMatchObject({ length: 8 });
});

it('names with commas are read from the credential report', async () => {
  Object.assign(addUser(server.state, 'a,b').report, { password_enabled: 'true', mfa_active: 'true' });
  const reading = await readSource(aws, { ...awsKey, endpoint_url: server.url });
  expect(recordOf(reading, 'Account', arn('user', 'a,b'))).toMatchObject({
    enabled: true,
    mfaRequirements: 'Required',
  });
});

it.each([
  ['us-east-1', 'iam', 'https://iam.amazonaws.com', 'us-east-1'],
  ['eu-north-1', 'iam', 'https://iam.amazonaws.com', 'us-east-1'],
  ['eu-north-1', 'sts', 'https://sts.eu-north-1.amazonaws.com', 'eu-north-1'],
  ['eu-north-1', 'sso', 'https://sso.eu-north-1.amazonaws.com', 'eu-north-1'],
  ['eu-north-1', 'organizations', 'https://organizations.us-east-1.amazonaws.com', 'us-east-1'],
  ['cn-north-1', 'iam', 'https://iam.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
  ['cn-north-1', 'organizations', 'https://organizations.cn-northwest-1.amazonaws.com.cn', 'cn-northwest-1'],
  ['us-gov-east-1', 'iam', 'https://iam.us-gov.amazonaws.com', 'us-gov-west-1'],
  ['us-gov-east-1', 'identitystore', 'https://identitystore.us-gov-east-1.amazonaws.com', 'us-gov-east-1'],
  ['us-gov-east-1', 'organizations', 'https://organizations.us-gov-west-1.amazonaws.com', 'us-gov-west-1'],
] as const)('in %s, %s is at %s and signed for %s', (region, service, url, signed) =>
  expect(endpointOf(service, { region, endpoint_url: undefined })).toEqual({ url, service, region: signed }),
);
