// Applications, tokens, deploy keys and workloads as accounts.
import { createHash } from 'node:crypto';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import {
  credentialId,
  credentialIdentifier,
  deployKeyId,
  fineGrainedTokenId,
  installationId,
  tokenEndIdentifier,
  workloadId,
} from '../ids.ts';
import { administers, type RepositoryEnds } from './entitlements.ts';

type Mapped = SourceRecord | { readonly reason: string };

/** Neither signs in with a second factor, nor by single sign-on. */
const machine = { authenticationFunctions: [], mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' };
const caller = { ...machine, hasAPIAccess: true };

/** Login in lower case → number of the account. */
export type Logins = ReadonlyMap<string, string>;

const accountOfLogin = (logins: Logins, login: string | undefined) => logins.get(login?.toLowerCase() ?? '');

/** A token that has expired is of no use any more. */
const isOver = (time: string | undefined) => time !== undefined && Date.parse(time) < Date.now();

/** A GitHub App that is installed in the organisation. */
export function installationOf(installation: unknown): Mapped {
  const [id, slug] = [textAt(installation, 'id'), textAt(installation, 'app_slug')];
  if (id === undefined) return { reason: 'has no id' };
  return {
    id: installationId(id),
    ...definedMembers({
      ...{ ...caller, alias: slug ?? id, name: slug ?? id, type: 'Machine', subType: 'ServicePrincipal' },
      enabled: timeAt(installation, 'suspended_at') === undefined,
      isAdmin: administers(installation),
      createdDate: timeAt(installation, 'created_at'),
      lastModifiedDate: timeAt(installation, 'updated_at'),
      profileMetadata: metadataItems('github', {
        appId: textAt(installation, 'app_id'),
        repositorySelection: textAt(installation, 'repository_selection'),
        events: textsAt(installation, 'events').length > 0 ? textsAt(installation, 'events') : undefined,
      }),
    }),
  };
}

/** A fine-grained personal access token with access to the organisation. */
export function fineGrainedTokenOf(token: unknown): Mapped {
  const id = textAt(token, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const owner = textAt(token, 'owner', 'login');
  const name = textAt(token, 'token_name') ?? `token of ${owner ?? 'somebody'}`;
  return {
    id: fineGrainedTokenId(id),
    ...definedMembers({
      ...{ ...caller, alias: name, name, type: 'Token', subType: 'PersonalAccessToken', isAdmin: false },
      enabled: valueAt(token, 'token_expired') !== true,
      createdBy: textAt(token, 'owner', 'id'),
      createdDate: timeAt(token, 'access_granted_at'),
      expirationDate: timeAt(token, 'token_expires_at'),
      lastActivityDate: timeAt(token, 'token_last_used_at'),
      profileMetadata: metadataItems('github', { owner, repositorySelection: textAt(token, 'repository_selection') }),
    }),
  };
}

/** A classic token or SSH key that its owner has authorised for the organisation. It acts as its owner. */
export function credentialOf(credential: unknown, logins: Logins): Mapped {
  const id = textAt(credential, 'credential_id');
  if (id === undefined) return { reason: 'has no credential_id' };
  const [type, owner] = [textAt(credential, 'credential_type') ?? '', textAt(credential, 'login')];
  const end = textAt(credential, 'token_last_eight');
  const name =
    textAt(credential, 'authorized_credential_note') ??
    textAt(credential, 'authorized_credential_title') ??
    `${type || 'credential'} of ${owner ?? 'somebody'}`;
  const expirationDate = timeAt(credential, 'authorized_credential_expires_at');
  const fingerprint = textAt(credential, 'fingerprint');
  const isSshKey = /ssh/i.test(type);
  const scopes = textsAt(credential, 'scopes');
  return {
    id: credentialId(id),
    ...definedMembers({
      ...{ ...caller, hasAPIAccess: !isSshKey, alias: name, name, type: 'Token', isAdmin: false },
      subType: isSshKey ? 'SshKey' : /oauth|app/i.test(type) ? 'OAuthGrant' : 'PersonalAccessToken',
      enabled: !isOver(expirationDate),
      expirationDate,
      createdBy: accountOfLogin(logins, owner),
      createdDate: timeAt(credential, 'credential_authorized_at'),
      lastActivityDate: timeAt(credential, 'credential_accessed_at'),
      hashIdentifiers: [
        credentialIdentifier(id),
        ...(fingerprint?.startsWith('SHA256:') ? [fingerprint] : []),
        ...(end === undefined || isSshKey ? [] : [tokenEndIdentifier(end)]),
      ],
      profileMetadata: metadataItems('github', {
        ...{ owner, credentialType: type || undefined, lastEight: end, scopes: scopes.length > 0 ? scopes : undefined },
      }),
    }),
  };
}

/** A key that gives access to one repository, to whoever has its private half. */
export function deployKeyOf({ repository, key }: DeployKey, logins: Logins): Mapped {
  const id = textAt(key, 'id');
  if (id === undefined) return { reason: 'has no id' };
  const name = textAt(key, 'title') ?? `deploy key of ${repository.nameWithOwner}`;
  const fingerprint = fingerprintOf(textAt(key, 'key'));
  return {
    id: deployKeyId(repository.id, id),
    ...definedMembers({
      ...{ ...machine, hasAPIAccess: false, alias: name, name, type: 'Token', subType: 'SshKey', isAdmin: false },
      enabled: valueAt(key, 'verified') !== false && valueAt(key, 'enabled') !== false,
      createdBy: accountOfLogin(logins, textAt(key, 'added_by')),
      createdDate: timeAt(key, 'created_at'),
      lastActivityDate: timeAt(key, 'last_used'),
      hashIdentifiers: fingerprint === undefined ? undefined : [fingerprint],
      profileMetadata: metadataItems('github', {
        ...{ repository: repository.nameWithOwner, addedBy: textAt(key, 'added_by') },
        readOnly: valueAt(key, 'read_only') === true,
      }),
    }),
  };
}

export interface DeployKey {
  readonly repository: RepositoryEnds;
  /** An item of `/repos/{owner}/{repo}/keys`. */
  readonly key: unknown;
}

/** As OpenSSH writes it, so that the same key is recognized on hosts. */
function fingerprintOf(publicKey: string | undefined): string | undefined {
  const [, blob] = publicKey?.trim().split(/\s+/) ?? [];
  if (blob === undefined || !/^[A-Za-z0-9+/]+=*$/.test(blob)) return undefined;
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}

/** GitHub Actions of a repository, as other systems trust it: `repo:acme/shop`. */
export function workloadOf(repository: RepositoryEnds, isInUse: boolean): SourceRecord {
  const id = workloadId(repository.nameWithOwner);
  return {
    ...{ ...machine, hasAPIAccess: false, id, alias: id, name: `GitHub Actions of ${repository.nameWithOwner}` },
    ...{ type: 'Machine', subType: 'Workload', enabled: isInUse, isAdmin: false },
  };
}
