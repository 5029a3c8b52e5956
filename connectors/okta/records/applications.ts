// The organisation as an application of its own, and the applications that it assigns.
import {
  AuthenticationKeyError,
  oidcAuthenticationKey,
  samlAuthenticationKey,
  signInLabels,
} from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt } from '../../../src/connector/json-values.ts';

/** @param org the answer of `GET /api/v1/org`; undefined when it may not be read */
export function organisationOf(host: string, org: unknown, requirements: object | undefined): SourceRecord {
  return {
    id: host,
    ...definedMembers({
      key: host,
      name: textAt(org, 'companyName') ?? host,
      category: 'IdentityProvider',
      vendorName: 'Okta',
      authenticationRequirements: requirements,
      supportedFederatedRelationships: [],
      unsupportedTypes: {
        objectTypes: ['Department', 'ObjectDirectory', 'PermissionSet'],
        relationshipTypes: ['DepartmentContainsDepartment'],
      },
    }),
  };
}

/** How an application signs in, as far as it can be matched with the deployment itself. */
export interface SigningKeys {
  /** The issuer of tokens of this application. */
  readonly issuer: string;
  /** Certificates that sign assertions for it (`x5c` of its keys), base64 of DER. */
  readonly certificates: readonly string[];
}

/** @param requirements what its access policy requires; undefined: not known */
export function assignedApplicationOf(
  app: unknown,
  signIn: SigningKeys,
  requirements: object | undefined,
): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(app, 'id'), textAt(app, 'label')];
  if (id === undefined) return { reason: 'has no id' };
  if (name === undefined) return { reason: 'has no label' };
  const clientId = textAt(app, 'credentials', 'oauthClient', 'client_id');
  const entityId = textAt(app, 'settings', 'signOn', 'audience');
  const keys = authenticationKeysOf(signIn, clientId);
  const labels = [
    ...signInLabels(
      definedMembers({ issuer: clientId && signIn.issuer, clientId, entityId }) as Record<string, string>,
    ),
    ...['name', 'status', 'signOnMode'].flatMap(member => {
      const value = textAt(app, member);
      return value === undefined ? [] : [{ name: member, namespace: 'okta', type: 'string', value }];
    }),
  ];
  return {
    id,
    ...definedMembers({
      ...{ name, labels, oauthClientId: clientId, samlEntityId: entityId },
      authenticationRequirements:
        keys.length > 0 || requirements
          ? { ...requirements, ...(keys.length > 0 && { authenticationKeys: keys }) }
          : undefined,
    }),
  };
}

function authenticationKeysOf({ issuer, certificates }: SigningKeys, clientId: string | undefined): string[] {
  const keys = clientId === undefined ? [] : [oidcAuthenticationKey(issuer, clientId)];
  return [...keys, ...certificates.flatMap(certificate => samlKey(certificate) ?? [])];
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
