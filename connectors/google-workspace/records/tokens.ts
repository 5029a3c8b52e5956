// Third-party tokens and application passwords as accounts of their own (…/reference/rest/v1/tokens, …/v1/asps).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { ownerIdentifier } from './users.ts';

const tokenFields = (userId: string) => ({
  ...{ type: 'Token', enabled: true, isAdmin: false, hasAPIAccess: true, authenticationFunctions: [] },
  ...{ mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
  ...{ createdBy: userId, hashIdentifiers: [ownerIdentifier(userId)] },
});

/** An application that the user lets act for them. */
export function tokenAccountOf(userId: string, token: unknown): SourceRecord | { readonly reason: string } {
  const clientId = textAt(token, 'clientId');
  if (clientId === undefined) return { reason: 'has no clientId' };
  const name = textAt(token, 'displayText') ?? clientId;
  const scopes = textsAt(token, 'scopes');
  return {
    id: tokenId(userId, clientId),
    ...tokenFields(userId),
    ...definedMembers({
      alias: clientId,
      name,
      subType: 'OAuthGrant',
      approvedApplicationPermissions: [
        { id: clientId, name, formattedScopes: { type: 'OAuth', specifiers: scopes }, fineGrainedSpecifiers: scopes },
      ],
      profileMetadata: metadataItems('google', {
        isAnonymous: valueAt(token, 'anonymous') === true,
        isNativeApplication: valueAt(token, 'nativeApp') === true,
      }),
    }),
  };
}

export const tokenId = (userId: string, clientId: string | undefined) => `token:${userId}:${clientId}`;

/** A password for applications that cannot sign in with 2-Step Verification: it opens the account without the second factor. */
export function passwordAccountOf(userId: string, password: unknown): SourceRecord | { readonly reason: string } {
  const codeId = textAt(password, 'codeId');
  if (codeId === undefined) return { reason: 'has no codeId' };
  const name = textAt(password, 'name') ?? codeId;
  return {
    id: passwordId(userId, codeId),
    ...tokenFields(userId),
    ...definedMembers({
      alias: name,
      name: `${name} (application password)`,
      subType: 'ApiKey',
      createdDate: timeOfMs(textAt(password, 'creationTime')),
      lastActivityDate: timeOfMs(textAt(password, 'lastTimeUsed')),
    }),
  };
}

export const passwordId = (userId: string, codeId: string | undefined) => `password:${userId}:${codeId}`;

/** Milliseconds since 1970, as text; 0: never. */
function timeOfMs(text: string | undefined): string | undefined {
  const time = new Date(Number(text ?? Number.NaN));
  return time.getTime() > 0 ? time.toISOString() : undefined;
}
