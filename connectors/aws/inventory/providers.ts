// Identity providers of the account: SAML with its metadata, OpenID Connect with its clients.

import type { Gap } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { AwsClient } from '../client.ts';
import { oneOf, wholeAwsList } from '../paging.ts';

export interface IdentityProvider {
  readonly kind: 'SAML' | 'OIDC';
  readonly arn: string;
  /** The answer of GetSAMLProvider or GetOpenIDConnectProvider; undefined: it cannot be read. */
  readonly details: unknown;
}

const lists = [
  {
    kind: 'SAML',
    list: 'ListSAMLProviders',
    member: 'SAMLProviderList',
    get: 'GetSAMLProvider',
    parameter: 'SAMLProviderArn',
  },
  {
    kind: 'OIDC',
    list: 'ListOpenIDConnectProviders',
    member: 'OpenIDConnectProviderList',
    get: 'GetOpenIDConnectProvider',
    parameter: 'OpenIDConnectProviderArn',
  },
] as const;

export function identityProviders(client: AwsClient): Promise<{ providers: IdentityProvider[]; gaps: Gap[] }> {
  return client.once('identity providers', async () => {
    const providers: IdentityProvider[] = [];
    const gaps: Gap[] = [];
    for (const { kind, list, member, get, parameter } of lists) {
      const found = await wholeAwsList(client, { service: 'iam', action: list, member });
      gaps.push(...found.gaps);
      await together(found.items, async item => {
        const arn = textAt(item, 'Arn');
        if (arn === undefined) return;
        const { result, gaps: failed } = await oneOf(client, 'iam', get, { [parameter]: arn }, undefined);
        gaps.push(...failed);
        providers.push({ kind, arn, details: result });
      });
    }
    return { providers: providers.toSorted((one, other) => (one.arn < other.arn ? -1 : 1)), gaps };
  });
}
