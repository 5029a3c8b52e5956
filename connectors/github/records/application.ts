// The organisation as an application that people sign in to, and how they prove who they are.
import {
  AuthenticationKeyError,
  firstPartyAuthenticationKey,
  samlAuthenticationKey,
  signInLabels,
} from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';

export interface ApplicationFacts {
  readonly orgId: string;
  readonly login: string;
  /** The answer of `GET /orgs/{org}`. */
  readonly org: unknown;
  /** `samlIdentityProvider` of the organisation; undefined: none, or not visible. */
  readonly provider: unknown;
}

/** Whether the organisation requires two factors of everybody; undefined: not visible. */
export function secondFactorOf(org: unknown): 'Required' | 'Optional' | undefined {
  const required = valueAt(org, 'two_factor_requirement_enabled');
  return typeof required === 'boolean' ? (required ? 'Required' : 'Optional') : undefined;
}

export function applicationOf({ orgId, login, org, provider }: ApplicationFacts): SourceRecord {
  const key = samlKey(provider);
  const page = textAt(org, 'html_url');
  // The entity id by which the organisation introduces itself to the identity provider.
  const entityId = provider === undefined || page === undefined ? undefined : new URL(`/orgs/${login}`, page).href;
  const issuer = textAt(provider, 'issuer');
  return {
    id: orgId,
    ...definedMembers({
      ...{ key: login.toLowerCase(), name: textAt(org, 'name') ?? login, category: 'BusinessApplication' },
      vendorName: 'GitHub',
      labels: [
        ...signInLabels(definedMembers({ entityId, issuer }) as Record<string, string>),
        ...metadataItems('github', { plan: textAt(org, 'plan', 'name') }),
      ],
      authenticationRequirements: definedMembers({
        isMFAAuthority: true,
        secondaryFactorRequirements: secondFactorOf(org),
        authenticationKeys: key === undefined ? undefined : [key],
      }),
      supportedFederatedRelationships: ['EntityAssignedAccessToObject', 'EntityManagedViaObject'],
      unsupportedTypes: {
        objectTypes: ['AssignedApplication', 'Department', 'DirectoryProvider', 'ObjectDirectory', 'PermissionSet'],
        relationshipTypes: ['DepartmentContainsDepartment'],
      },
    }),
  };
}

/** The key of the certificate that signs assertions; undefined where there is none that can be read. */
export function samlKey(provider: unknown): string | undefined {
  const certificate = textAt(provider, 'idpCertificate');
  try {
    return certificate === undefined ? undefined : samlAuthenticationKey(certificate);
  } catch (error) {
    if (error instanceof AuthenticationKeyError) return undefined;
    throw error;
  }
}

const secondFactorId = 'two-factor-authentication';

/** GitHub Actions proves to other systems which repository a workflow runs in, and people prove who they are with a second factor. */
export const authenticatorsOf = (login: string): SourceRecord[] => [
  {
    ...{ id: 'github-actions', name: 'GitHub Actions', isActive: true },
    description: 'OpenID Connect tokens of workflows, issued by GitHub Actions',
    authenticationKeys: [firstPartyAuthenticationKey('github-actions', login.toLowerCase())],
    authenticationMethods: [{ type: 'federation', description: 'workflow token' }],
  },
  {
    ...{ id: secondFactorId, name: 'Two-factor authentication', isActive: true },
    authenticationMethods: [{ type: 'two_factor', description: 'application, text message, security key or passkey' }],
  },
];

export const secondFactorEnrollment = (accountId: string): SourceRecord => ({
  ...{ id: `${secondFactorId}:${accountId}`, accountKey: accountId, enrollmentStatus: 'Active' },
  authenticationMethods: [{ type: 'two_factor' }],
});
