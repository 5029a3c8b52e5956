// API tokens and service applications as accounts.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { tokenIdentifier } from '../ids.ts';
import { present, textOf, textsOf, timeOf } from './values.ts';

/**
 * An API token acts as the user who made it. It ends `expiresAt`; each use moves this time and `lastUpdated` on
 * (developer.okta.com/docs/guides/create-an-api-token).
 */
export function tokenAccountOf(token: unknown): SourceRecord | { readonly reason: string } {
  const [id, name, owner] = [textOf(token, 'id'), textOf(token, 'name'), textOf(token, 'userId')];
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...present({
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
      createdDate: timeOf(token, 'created'),
      lastActivityDate: timeOf(token, 'lastUpdated'),
      expirationDate: timeOf(token, 'expiresAt'),
      hashIdentifiers: [tokenIdentifier(id)],
      profileMetadata: metadataItems('okta', {
        clientName: textOf(token, 'clientName'),
        network: textOf(token, 'network', 'connection'),
        tokenWindow: textOf(token, 'tokenWindow'),
      }),
    }),
  };
}

/** An application that signs in for itself: OpenID Connect with the grant `client_credentials`. */
export function isServiceApp(app: unknown): boolean {
  return textsOf(app, 'settings', 'oauthClient', 'grant_types').includes('client_credentials');
}

/** @param isAdmin whether it has an administrator role; undefined: not known */
export function serviceAccountOf(
  app: unknown,
  isAdmin: boolean | undefined,
): SourceRecord | { readonly reason: string } {
  const [id, label, clientId] = [
    textOf(app, 'id'),
    textOf(app, 'label'),
    textOf(app, 'credentials', 'oauthClient', 'client_id'),
  ];
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...present({
      alias: clientId ?? label ?? id,
      name: label ?? id,
      type: 'Machine',
      subType: 'ServicePrincipal',
      enabled: textOf(app, 'status') === 'ACTIVE',
      isAdmin,
      hasAPIAccess: true,
      authenticationFunctions: [],
      mfaRequirements: 'Disabled',
      ssoRequirements: 'Disabled',
      createdDate: timeOf(app, 'created'),
      lastModifiedDate: timeOf(app, 'lastUpdated'),
      profileMetadata: metadataItems('okta', {
        applicationId: id,
        authentication: textOf(app, 'credentials', 'oauthClient', 'token_endpoint_auth_method'),
      }),
    }),
  };
}
