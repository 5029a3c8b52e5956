// Access keys, certificates, SSH keys and credentials of single services as accounts that act as their users.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { credentialIdentifier } from '../ids.ts';
import type { Credential, CredentialKind } from '../inventory/user-credentials.ts';

const kinds: Readonly<Record<CredentialKind, { id: string; subType: string; created: string }>> = {
  AccessKey: { id: 'AccessKeyId', subType: 'AccessKey', created: 'CreateDate' },
  Certificate: { id: 'CertificateId', subType: 'Certificate', created: 'UploadDate' },
  SshKey: { id: 'SSHPublicKeyId', subType: 'SshKey', created: 'UploadDate' },
  ServiceCredential: { id: 'ServiceSpecificCredentialId', subType: 'ApiKey', created: 'CreateDate' },
};

export const credentialId = ({ kind, item }: Credential): string | undefined => textAt(item, kinds[kind].id);

export const isActive = ({ item }: Credential): boolean => textAt(item, 'Status') === 'Active';

/** Only ids and states are taken: bodies of certificates and names for signing in stay out. */
export function credentialAccountOf(credential: Credential): SourceRecord | { readonly reason: string } {
  const { kind, user, item, lastUsed } = credential;
  const id = credentialId(credential);
  const status = textAt(item, 'Status');
  if (id === undefined) return { reason: `has no ${kinds[kind].id}` };
  return {
    id,
    ...definedMembers({
      ...{ alias: id, name: `${textAt(item, 'UserName') ?? user} (${labels[kind]})` },
      ...{ type: 'Token', subType: kinds[kind].subType },
      // Keys of Bedrock can also be Expired.
      enabled: status === undefined ? undefined : status === 'Active',
      hasAPIAccess: true,
      authenticationFunctions: [],
      ...{ mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
      createdBy: user,
      createdDate: timeAt(item, kinds[kind].created),
      expirationDate: timeAt(item, 'ExpirationDate'),
      lastActivityDate: timeAt(lastUsed, 'AccessKeyLastUsed', 'LastUsedDate'),
      hashIdentifiers: [credentialIdentifier(id)],
      profileMetadata: metadataItems('aws', {
        status,
        service: textAt(item, 'ServiceName'),
        lastUsedService: notApplicable(textAt(lastUsed, 'AccessKeyLastUsed', 'ServiceName')),
        lastUsedRegion: notApplicable(textAt(lastUsed, 'AccessKeyLastUsed', 'Region')),
      }),
    }),
  };
}

const labels: Readonly<Record<CredentialKind, string>> = {
  ...{ AccessKey: 'access key', Certificate: 'signing certificate', SshKey: 'SSH key' },
  ServiceCredential: 'credential of a service',
};

const notApplicable = (text: string | undefined) => (text === 'N/A' ? undefined : text);

/** @param id of the key, which AWS does not show */
export function rootKeyOf(id: string, root: string): SourceRecord {
  return {
    ...{ id, alias: id, name: 'Root user (access key)', type: 'Token', subType: 'AccessKey', enabled: true },
    ...{ hasAPIAccess: true, authenticationFunctions: [], mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
    ...{ createdBy: root, hashIdentifiers: [credentialIdentifier(id)] },
  };
}
