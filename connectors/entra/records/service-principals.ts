// Service principals, managed identities and agent identities as machine accounts, and their secrets and certificates as tokens
// (learn.microsoft.com/graph/api/resources/serviceprincipal). Values of secrets, and the hints that Graph gives of them, never land.
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { credentialId, credentialIdentifier } from '../ids.ts';
import { isAgent } from './users.ts';

/** A secret or certificate with which a service principal signs in. */
export interface MachineCredential {
  /** Id of the application or service principal that has it. */
  readonly ownerId: string;
  readonly keyId: string;
  readonly kind: 'secret' | 'certificate';
  readonly item: unknown;
}

/** Azure renews the certificates of managed identities by itself, and nobody has them. SAML applications sign with theirs. */
const holdsNone = (object: unknown) =>
  textAt(object, 'servicePrincipalType') === 'ManagedIdentity' ||
  textAt(object, 'preferredSingleSignOnMode') === 'saml';

/** @param object an application or service principal */
export function credentialsOfObject(object: unknown): MachineCredential[] {
  const ownerId = textAt(object, 'id');
  if (ownerId === undefined || holdsNone(object)) return [];
  const of = (member: string, kind: MachineCredential['kind']) =>
    listAt(object, member).flatMap(item => {
      const keyId = textAt(item, 'keyId');
      return keyId === undefined || textAt(item, 'usage') === 'Sign' ? [] : [{ ownerId, keyId, kind, item }];
    });
  return [...of('passwordCredentials', 'secret'), ...of('keyCredentials', 'certificate')];
}

/** @param now the time of Graph in milliseconds: a credential that has expired signs nobody in */
export function credentialAccountOf(credential: MachineCredential, now: number): MappedItem {
  const { ownerId, keyId, kind, item } = credential;
  const [start, end] = [timeAt(item, 'startDateTime'), timeAt(item, 'endDateTime')];
  const name = textAt(item, 'displayName') ?? keyId;
  return {
    id: credentialId(ownerId, keyId),
    ...definedMembers({
      ...{ alias: name, name, type: 'Token', subType: kind === 'secret' ? 'ApiKey' : 'Certificate' },
      enabled: !(end !== undefined && Date.parse(end) < now) && !(start !== undefined && Date.parse(start) > now),
      hasAPIAccess: true,
      authenticationFunctions: [],
      mfaRequirements: 'Disabled',
      ssoRequirements: 'Disabled',
      createdDate: start,
      expirationDate: end,
      hashIdentifiers: [credentialIdentifier(ownerId, keyId)],
      profileMetadata: metadataItems('entra', {
        keyId,
        objectId: ownerId,
        certificateThumbprint: kind === 'certificate' ? textAt(item, 'customKeyIdentifier') : undefined,
      }),
    }),
  };
}

export interface PrincipalFacts {
  /** The credentials of the principal and of the application that it is an instance of. */
  readonly credentials: readonly MachineCredential[];
  readonly isAdmin: boolean | undefined;
  /** Issuers, subjects and audiences whose tokens sign it in, in the form of Graph. */
  readonly trusts: readonly unknown[];
  readonly tenantId: string;
}

/** Tenants in which Microsoft registers its applications: it operates the directory itself, so it is no third party. */
const microsoftTenants = ['f8cdef31-a31e-4b4a-93e4-5f571e91255a', '72f988bf-86f1-41af-91ab-2d7cd011db47'];

/** Whether another organisation registered the application, and has its credentials. */
function isOfThirdParty(principal: unknown, tenantId: string): boolean {
  const owner = textAt(principal, 'appOwnerOrganizationId')?.toLowerCase();
  return owner !== undefined && owner !== tenantId.toLowerCase() && !microsoftTenants.includes(owner);
}

export function principalAccountOf(
  principal: unknown,
  { credentials, isAdmin, trusts, tenantId }: PrincipalFacts,
): MappedItem {
  const id = textAt(principal, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const [name, appId] = [
    textAt(principal, 'displayName') ?? textAt(principal, 'appDisplayName'),
    textAt(principal, 'appId'),
  ];
  const identifiers = credentials.map(({ ownerId, keyId }) => credentialIdentifier(ownerId, keyId));
  return {
    id,
    ...definedMembers({
      alias: appId ?? name ?? id,
      name: name ?? appId ?? id,
      type: 'Machine',
      subType: subTypeOf(principal),
      userType: textAt(principal, 'servicePrincipalType'),
      accountRole: isOfThirdParty(principal, tenantId) ? 'third-party-application' : undefined,
      enabled: flagOfValue(valueAt(principal, 'accountEnabled')),
      isAdmin,
      hasAPIAccess: true,
      authenticationFunctions: [],
      mfaRequirements: 'Disabled',
      ssoRequirements: 'Disabled',
      createdDate: timeAt(principal, 'createdDateTime'),
      hashIdentifiers: identifiers.length > 0 ? identifiers : undefined,
      profileMetadata: metadataItems('entra', {
        appId,
        disabledByMicrosoftStatus: textAt(principal, 'disabledByMicrosoftStatus'),
        appOwnerOrganizationId: textAt(principal, 'appOwnerOrganizationId'),
        publisher: textAt(principal, 'verifiedPublisher', 'displayName'),
        azureResources: azureResourcesOf(principal),
        agentIdentityBlueprintId: textAt(principal, 'agentIdentityBlueprintId'),
        federatedCredentials: trusts.length > 0 ? trusts.map(trustOf) : undefined,
      }),
    }),
  };
}

const trustOf = (credential: unknown) =>
  definedMembers({
    name: textAt(credential, 'name'),
    issuer: textAt(credential, 'issuer'),
    subject: textAt(credential, 'subject'),
    expression: textAt(credential, 'claimsMatchingExpression', 'value'),
    audiences: textsAt(credential, 'audiences'),
  });

function subTypeOf(principal: unknown): string {
  if (isAgent(principal)) return 'Agent';
  const type = textAt(principal, 'servicePrincipalType');
  if (type === 'ManagedIdentity') return 'Workload';
  if (type === 'Application') return 'ServicePrincipal';
  return type === 'Legacy' ? 'ServiceAccount' : 'Unknown';
}

/** The Azure resource that a managed identity is, or belongs to. */
function azureResourcesOf(principal: unknown): string[] | undefined {
  const names = textsAt(principal, 'alternativeNames').filter(name => name.startsWith('/'));
  return names.length > 0 ? names : undefined;
}
