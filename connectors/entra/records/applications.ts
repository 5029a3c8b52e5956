// The tenant as an application of its own, and the enterprise applications that it lets people sign in to.
import { X509Certificate } from 'node:crypto';
import {
  AuthenticationKeyError,
  oidcAuthenticationKey,
  samlAuthenticationKey,
  signInLabels,
} from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { onPremisesDirectory } from '../ids.ts';

/** @param organization the answer of Graph; undefined when it may not be read */
export function tenantOf(tenantId: string, organization: unknown, requirements: object | undefined): SourceRecord {
  const domains = listAt(organization, 'verifiedDomains');
  const first = domains.find(domain => flagOfValue(valueAt(domain, 'isDefault')) === true);
  return {
    id: tenantId,
    ...definedMembers({
      key: tenantId,
      name: textAt(organization, 'displayName') ?? tenantId,
      category: 'IdentityProvider',
      vendorName: 'Microsoft',
      labels: metadataItems('entra', {
        defaultDomain: textAt(first, 'name'),
        domains: domains.length > 0 ? domains.flatMap(domain => textAt(domain, 'name') ?? []) : undefined,
        tenantType: textAt(organization, 'tenantType'),
      }),
      authenticationRequirements: requirements,
      supportedFederatedRelationships: ['EntityAssignedAccessToObject'],
      unsupportedTypes: {
        objectTypes: ['Department', 'ObjectDirectory'],
        relationshipTypes: ['DepartmentContainsDepartment'],
      },
    }),
  };
}

/** The directory that the tenant is synced from, if any. */
export function directoryProviderOf(organization: unknown): SourceRecord | undefined {
  if (!isSyncedTenant(organization)) return undefined;
  return {
    id: onPremisesDirectory,
    ...definedMembers({
      ...{ name: 'On-premises Active Directory', type: 'ActiveDirectory', vendorName: 'Microsoft' },
      ...{ isActive: true, isAuthoritative: true, syncDirection: 'Inbound' },
      lastSyncDate: timeAt(organization, 'onPremisesLastSyncDateTime'),
    }),
  };
}

export const isSyncedTenant = (organization: unknown) =>
  flagOfValue(valueAt(organization, 'onPremisesSyncEnabled')) === true;

/** Service principals that people and other applications sign in to. Managed identities and agents only sign in themselves. */
export const isEnterpriseApplication = (principal: unknown) =>
  ['Application', 'Legacy', 'SocialIdp'].includes(textAt(principal, 'servicePrincipalType') ?? '');

export const signsInBySaml = (principal: unknown) => textAt(principal, 'preferredSingleSignOnMode') === 'saml';

/** An application is also named by its client id, which is no entity id. */
const isGuid = /^[0-9a-f-]{36}$/i;

export interface SignInFacts {
  readonly tenantId: string;
  /** Address that issues tokens, without a slash at its end. */
  readonly loginUrl: string;
  /** The key credentials of the service principal with their certificates, which lists do not have. */
  readonly keys: readonly unknown[];
}

/** @param access what conditional access requires; undefined: not known */
export function assignedApplicationOf(
  principal: unknown,
  { tenantId, loginUrl, keys }: SignInFacts,
  access: { readonly requirements: object; readonly policies: readonly string[] } | undefined,
): MappedItem {
  const [id, appId] = [textAt(principal, 'id'), textAt(principal, 'appId')];
  if (id === undefined) return { reason: 'has no id' };
  const name = textAt(principal, 'displayName') ?? textAt(principal, 'appDisplayName') ?? appId ?? id;
  const isSaml = signsInBySaml(principal);
  const issuer = `${loginUrl}/${tenantId}/v2.0`;
  const entityId = isSaml ? textsAt(principal, 'servicePrincipalNames').find(text => !isGuid.test(text)) : undefined;
  const authenticationKeys = isSaml
    ? signingCertificatesOf(principal, keys).flatMap(certificate => samlKey(certificate) ?? [])
    : appId === undefined
      ? []
      : [oidcAuthenticationKey(issuer, appId)];
  const facts = isSaml ? { entityId } : { issuer, clientId: appId };
  return {
    id,
    ...definedMembers({
      name,
      vendorName: textAt(principal, 'verifiedPublisher', 'displayName'),
      labels: [
        ...signInLabels(definedMembers(facts) as Record<string, string>),
        ...metadataItems('entra', {
          servicePrincipalType: textAt(principal, 'servicePrincipalType'),
          signOnMode: textAt(principal, 'preferredSingleSignOnMode'),
          enabled: flagOfValue(valueAt(principal, 'accountEnabled')),
          assignmentRequired: flagOfValue(valueAt(principal, 'appRoleAssignmentRequired')),
          conditionalAccess: access && access.policies.length > 0 ? access.policies : undefined,
        }),
      ],
      oauthClientId: isSaml ? undefined : appId,
      samlEntityId: entityId,
      authenticationRequirements: {
        ...access?.requirements,
        ...(authenticationKeys.length > 0 && { authenticationKeys }),
      },
    }),
  };
}

/** The certificate that signs: the one with the preferred thumbprint, or each one where none is preferred. */
function signingCertificatesOf(principal: unknown, keys: readonly unknown[]): string[] {
  const preferred = textAt(principal, 'preferredTokenSigningKeyThumbprint')?.toLowerCase();
  const certificates = keys
    .filter(key => textAt(key, 'usage') !== 'Sign' && textAt(key, 'type') === 'AsymmetricX509Cert')
    .flatMap(key => textAt(key, 'key') ?? []);
  const fitting = certificates.filter(certificate => thumbprintOf(certificate) === preferred);
  return preferred === undefined ? certificates : fitting;
}

function thumbprintOf(certificate: string): string | undefined {
  try {
    return new X509Certificate(Buffer.from(certificate, 'base64')).fingerprint.replaceAll(':', '').toLowerCase();
  } catch {
    return undefined;
  }
}

/** A certificate that cannot be read names no deployment. */
export function samlKey(certificate: string): string | undefined {
  try {
    return samlAuthenticationKey(certificate);
  } catch (error) {
    if (error instanceof AuthenticationKeyError) return undefined;
    throw error;
  }
}
