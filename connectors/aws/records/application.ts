// The account as an application, and the identity providers that sign in to it.
import {
  AuthenticationKeyError,
  oidcAuthenticationKey,
  samlAuthenticationKey,
  signInLabels,
} from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { accountKey } from '../ids.ts';
import type { IdentityProvider } from '../inventory/providers.ts';

interface AccountFacts {
  readonly account: string;
  /** Undefined: the account has none. */
  readonly alias: string | undefined;
  readonly providers: readonly IdentityProvider[];
  /** PEM, of the identity provider of Identity Center. */
  readonly certificates: readonly string[];
  /** The answer of GetAccountPasswordPolicy; null: there is none; undefined: not known. */
  readonly passwordPolicy: unknown;
  /** Id of the organisation. */
  readonly organization: string | null | undefined;
}

export function applicationOf(facts: AccountFacts): SourceRecord {
  const { account, alias, providers, certificates, passwordPolicy, organization } = facts;
  const keys = [
    accountKey(account),
    ...providers.flatMap(providerKeys),
    ...certificates.flatMap(certificate => samlKey(certificate) ?? []),
  ];
  return {
    id: account,
    ...definedMembers({
      ...{ key: account, name: alias ?? account, category: 'Infrastructure', vendorName: 'Amazon Web Services' },
      labels: [
        ...providers.flatMap(providerLabels),
        ...metadataItems('aws', { organizationId: organization ?? undefined }),
      ],
      authenticationRequirements: {
        ...(passwordPolicy !== undefined && { passwordPolicy: passwordPolicyOf(passwordPolicy) }),
        authenticationKeys: [...new Set(keys)],
      },
      supportedFederatedRelationships: ['EntityManagedViaObject', 'EntityAssignedAccessToObject'],
      unsupportedTypes: {
        objectTypes: ['Department', 'ObjectDirectory', 'AssignedApplication', 'Activity'],
        relationshipTypes: ['DepartmentContainsDepartment'],
      },
    }),
  };
}

/** Keys under which the deployment of the provider knows this account. */
function providerKeys({ kind, details }: IdentityProvider): string[] {
  if (kind === 'SAML') return metadataCertificates(details).flatMap(certificate => samlKey(certificate) ?? []);
  const issuer = issuerOf(details);
  return issuer === undefined
    ? []
    : textsAt(details, 'ClientIDList').map(clientId => oidcAuthenticationKey(issuer, clientId));
}

/** AWS leaves `https://` out. */
function issuerOf(details: unknown): string | undefined {
  const url = textAt(details, 'Url');
  return url === undefined ? undefined : `https://${url.replace(/^https:\/\//, '')}`;
}

function providerLabels({ kind, details }: IdentityProvider) {
  if (kind === 'SAML') {
    const entityId = /\bentityID="([^"]+)"/.exec(textAt(details, 'SAMLMetadataDocument') ?? '')?.[1];
    return entityId === undefined ? [] : signInLabels({ entityId });
  }
  const issuer = issuerOf(details);
  return issuer === undefined ? [] : signInLabels({ issuer, clientId: textsAt(details, 'ClientIDList')[0] ?? '' });
}

/** Certificates that sign assertions (SAML 2.0 Metadata, section 2.4.1.1): a descriptor without use signs too. */
function metadataCertificates(details: unknown): string[] {
  const document = textAt(details, 'SAMLMetadataDocument') ?? '';
  const descriptors = document.matchAll(/<(?:\w+:)?KeyDescriptor\b([^>]*)>(.*?)<\/(?:\w+:)?KeyDescriptor>/gs);
  return [...descriptors]
    .filter(([, attributes]) => !/use=["']encryption["']/.test(attributes!))
    .flatMap(([, , content]) =>
      [...content!.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g)].map(([, text]) => text!.replaceAll(/\s/g, '')),
    );
}

/** A certificate that cannot be read names no deployment. */
function samlKey(certificate: string): string | undefined {
  try {
    return samlAuthenticationKey(certificate);
  } catch (error) {
    if (error instanceof AuthenticationKeyError) return undefined;
    throw error;
  }
}

/** The keys of a provider are those of the account too: this says that the account accepts them, and does not provide them. */
export function identityProviderOf(provider: IdentityProvider): SourceRecord {
  const { kind, arn, details } = provider;
  const name = textAt(details, 'Url') ?? arn.split('/').slice(1).join('/');
  const validUntil = timeAt(details, 'ValidUntil');
  return {
    id: arn,
    ...definedMembers({
      ...{ name: name || arn, description: kind },
      isActive: details === undefined ? undefined : validUntil === undefined || Date.parse(validUntil) > Date.now(),
      authenticationKeys: [...new Set(providerKeys(provider))],
      authenticationMethods: [{ type: 'federation', description: kind }],
    }),
  };
}

/** IAM asks for 8 characters of three kinds where the account has no policy of its own. */
function passwordPolicyOf(policy: unknown) {
  if (policy === null) return { length: 8, policyMetadata: metadataItems('aws', { isDefault: true }) };
  const flag = (name: string) => textAt(policy, name) === 'true';
  const number = (name: string) => {
    const value = Number(textAt(policy, name));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const characters = [
    ['RequireLowercaseCharacters', 'AlphaLowercase'],
    ['RequireUppercaseCharacters', 'AlphaUppercase'],
    ['RequireNumbers', 'Numeric'],
    ['RequireSymbols', 'Symbol'],
  ].flatMap(([member, name]) => (flag(member!) ? [name!] : []));
  return definedMembers({
    expirationLengthInDays: flag('ExpirePasswords') ? number('MaxPasswordAge') : undefined,
    length: number('MinimumPasswordLength'),
    reuseDisallowed: valueAt(policy, 'PasswordReusePrevention') !== undefined,
    resetViaSelfServiceAllowed: flag('AllowUsersToChangePassword'),
    characters,
  });
}
