// Service accounts, their keys, and API keys (cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, isJsonObject, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { keyId, keyIdentifier, lastPart, serviceAccountId } from '../ids.ts';

export function serviceAccountOf(project: string, email: string, item: unknown): SourceRecord {
  return {
    id: serviceAccountId(email),
    ...definedMembers({
      ...{ alias: email, name: textAt(item, 'displayName') ?? email, email },
      ...{ type: 'Machine', subType: 'ServiceAccount', userType: 'service account' },
      // The API leaves out what is false.
      enabled: flagOfValue(valueAt(item, 'disabled')) !== true,
      ...{ hasAPIAccess: true, authenticationFunctions: ['ApplicationAccount'] },
      ...{ mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
      hashIdentifiers: [keyIdentifier(email)],
      profileMetadata: metadataItems('gcp', {
        ...{ project, uniqueId: textAt(item, 'uniqueId'), description: textAt(item, 'description') },
      }),
    }),
  };
}

/** A time that stands for none. */
const isEndless = (time: string | undefined) => time?.startsWith('9999-') ?? true;

export function serviceAccountKeyOf(email: string, key: unknown): MappedItem {
  const name = textAt(key, 'name');
  if (name === undefined) return { reason: 'has no name' };
  // A list without a filter has Google's own keys too.
  if (textAt(key, 'keyType') === 'SYSTEM_MANAGED') return undefined;
  const expires = timeAt(key, 'validBeforeTime');
  return {
    id: keyId(email, lastPart(name)),
    ...definedMembers({
      ...{ alias: lastPart(name), name: lastPart(name), displayName: `key of ${email}` },
      ...{ type: 'Token', subType: 'AccessKey', userType: 'service account key', hasAPIAccess: true },
      enabled: flagOfValue(valueAt(key, 'disabled')) !== true,
      authenticationFunctions: [],
      createdDate: timeAt(key, 'validAfterTime'),
      expirationDate: isEndless(expires) ? undefined : expires,
      hashIdentifiers: [keyIdentifier(email)],
      profileMetadata: metadataItems('gcp', {
        ...{ algorithm: textAt(key, 'keyAlgorithm'), origin: textAt(key, 'keyOrigin') },
      }),
    }),
  };
}

/** An API key names no account: whoever has it may call what it is not restricted from (cloud.google.com/api-keys/docs/reference/rest). */
export function apiKeyOf(project: string, key: unknown): MappedItem {
  const uid = textAt(key, 'uid');
  if (uid === undefined) return { reason: 'has no uid' };
  const restrictions = valueAt(key, 'restrictions');
  return {
    id: `api-key:${uid}`,
    ...definedMembers({
      ...{ alias: uid, name: textAt(key, 'displayName') ?? uid, type: 'Token', subType: 'ApiKey', userType: 'API key' },
      enabled: textAt(key, 'deleteTime') === undefined,
      ...{ hasAPIAccess: true, authenticationFunctions: [] },
      createdDate: timeAt(key, 'createTime'),
      lastModifiedDate: timeAt(key, 'updateTime'),
      profileMetadata: metadataItems('gcp', {
        project,
        restrictions: isJsonObject(restrictions) ? Object.keys(restrictions).toSorted() : ['none'],
      }),
    }),
  };
}
