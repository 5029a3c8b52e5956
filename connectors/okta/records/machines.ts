// API tokens and service applications as accounts.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, timeAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { tokenIdentifier } from '../ids.ts';

/**
 * An API token acts as the user who made it. It ends `expiresAt`; each use moves this time and `lastUpdated` on
 * (developer.okta.com/docs/guides/create-an-api-token).
 */
export function tokenAccountOf(token: unknown): SourceRecord | { readonly reason: string } {
  const [id, name, owner] = [textAt(token, 'id'), textAt(token, 'name'), textAt(token, 'userId')];
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...definedMembers({
      alias: name ?? id,
      name: name ?? id,
      type: 'Token',
      subType: 'ApiKey',
      enabled: true,
      hasAPIAccess: true,
      authenticationFunctions: [],
      mfaRequirements: 'Disabled',
      ssoRequirements: 'Disabled',
      createdBy: owner,
      createdDate: timeAt(token, 'created'),
      lastActivityDate: timeAt(token, 'lastUpdated'),
      expirationDate: timeAt(token, 'expiresAt'),
      hashIdentifiers: [tokenIdentifier(id)],
      profileMetadata: metadataItems('okta', {
        clientName: textAt(token, 'clientName'),
        network: textAt(token, 'network', 'connection'),
        tokenWindow: textAt(token, 'tokenWindow'),
      }),
    }),
  };
}

/** An application that signs in for itself: OpenID Connect with the grant `client_credentials`. */
export function isServiceApp(app: unknown): boolean {
  return textsAt(app, 'settings', 'oauthClient', 'grant_types').includes('client_credentials');
}

/** @param isAdmin whether it has an administrator role; undefined: not known */
export function serviceAccountOf(
  app: unknown,
  isAdmin: boolean | undefined,
): SourceRecord | { readonly reason: string } {
  const [id, label, clientId] = [
    textAt(app, 'id'),
    textAt(app, 'label'),
    textAt(app, 'credentials', 'oauthClient', 'client_id'),
  ];
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...definedMembers({
      alias: clientId ?? label ?? id,
      name: label ?? id,
      type: 'Machine',
      subType: 'ServicePrincipal',
      enabled: textAt(app, 'status') === 'ACTIVE',
      isAdmin,
      hasAPIAccess: true,
      authenticationFunctions: [],
      mfaRequirements: 'Disabled',
      ssoRequirements: 'Disabled',
      createdDate: timeAt(app, 'created'),
      lastModifiedDate: timeAt(app, 'lastUpdated'),
      profileMetadata: metadataItems('okta', {
        applicationId: id,
        authentication: textAt(app, 'credentials', 'oauthClient', 'token_endpoint_auth_method'),
      }),
    }),
  };
}
