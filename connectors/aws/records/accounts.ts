// IAM users, the root user and users of Identity Center as accounts.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, listAt, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { credentialIdentifier } from '../ids.ts';
import { type ReportRow, reportFlag, reportTime } from '../inventory/credential-report.ts';
import type { Credential } from '../inventory/user-credentials.ts';
import { credentialId, isActive } from './tokens.ts';

/** What is known of an IAM user from elsewhere. */
export interface UserFacts {
  /** Undefined: the credential report cannot be read. */
  readonly row: ReportRow | undefined;
  /** Undefined: they cannot be read. */
  readonly credentials: readonly Credential[] | undefined;
  readonly isAdmin: boolean | undefined;
  /** Whether a policy of the user denies everything. */
  readonly isDenied: boolean;
}

/** Tags that hold the address of the user. Those of an owner or contact do not. */
const emailTags = /^e-?mail$/i;

export function iamUserOf(user: unknown, facts: UserFacts): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(user, 'Arn'), textAt(user, 'UserName')];
  if (id === undefined) return { reason: 'has no Arn' };
  if (name === undefined) return { reason: 'has no UserName' };
  const { row, credentials, isAdmin } = facts;
  const tags = new Map(listAt(user, 'Tags').map(tag => [textAt(tag, 'Key') ?? '', textAt(tag, 'Value')]));
  const email = [...tags].find(([key, value]) => emailTags.test(key) && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value ?? ''));
  const hasPassword = reportFlag(row, 'password_enabled');
  const owned = credentials?.map(credential => credentialIdentifier(credentialId(credential) ?? '')) ?? [];
  return {
    id,
    ...definedMembers({
      alias: name,
      ...{ name, email: email?.[1] },
      ...kindOf(name, hasPassword, email !== undefined),
      enabled: enabledOf(facts),
      isAdmin,
      hasAPIAccess:
        credentials === undefined
          ? hasActiveKey(row)
          : credentials.some(credential => credential.kind === 'AccessKey' && isActive(credential)),
      authenticationFunctions: ['ApplicationAccount'],
      authenticationMethods: methodsOf(facts),
      mfaRequirements: mfaOf(row),
      // Identity providers sign in to roles, never to IAM users.
      ssoRequirements: 'Disabled',
      createdDate: timeAt(user, 'CreateDate'),
      lastActivityDate: lastUseOf(facts),
      lastPasswordChangedDate: reportTime(row, 'password_last_changed'),
      hashIdentifiers: owned.length > 0 ? owned : undefined,
      profileMetadata: metadataItems('aws', {
        userId: textAt(user, 'UserId'),
        path: textAt(user, 'Path'),
        passwordEnabled: hasPassword,
        mfaActive: reportFlag(row, 'mfa_active'),
        permissionsBoundary: textAt(user, 'PermissionsBoundary', 'PermissionsBoundaryArn'),
        tags: tags.size > 0 ? [...tags].map(([key, value]) => `${key}=${value ?? ''}`) : undefined,
      }),
    }),
  };
}

/** A user who has never had a password and is named by no person's address works for a program. */
function kindOf(name: string, hasPassword: boolean | undefined, hasEmail: boolean): { type: string; subType?: string } {
  if (hasPassword !== false || hasEmail || name.includes('@')) return { type: 'User' };
  return { type: 'Machine', subType: 'ServiceAccount' };
}

/** AWS has no switch for users: one can be used while a credential of it is active. Undefined: not known. */
function enabledOf({ row, credentials, isDenied }: UserFacts): boolean | undefined {
  if (isDenied) return false;
  if (reportFlag(row, 'password_enabled') === true || (credentials?.some(isActive) ?? hasActiveKey(row))) return true;
  return row === undefined || credentials === undefined ? undefined : false;
}

/** Whether the report shows an active access key; undefined: not known. */
function hasActiveKey(row: ReportRow | undefined): boolean | undefined {
  const active = [1, 2].map(number => reportFlag(row, `access_key_${number}_active`));
  return active.includes(true) ? true : active.includes(undefined) ? undefined : false;
}

function methodsOf({ row, credentials }: UserFacts) {
  const types = [
    ...(reportFlag(row, 'password_enabled') === true ? ['password'] : []),
    ...(reportFlag(row, 'mfa_active') === true ? ['mfa'] : []),
    ...(credentials?.some(isActive) ? ['key'] : []),
  ];
  return types.length > 0 ? types.map(type => ({ type })) : undefined;
}

/** Signing in with the password asks for a second factor exactly when the user has one. */
function mfaOf(row: ReportRow | undefined): string | undefined {
  const active = reportFlag(row, 'mfa_active');
  return active === undefined ? undefined : active ? 'Required' : 'Disabled';
}

/** The last sign-in with the password, or use of a key. */
function lastUseOf({ row }: UserFacts): string | undefined {
  return ['password_last_used', 'access_key_1_last_used_date', 'access_key_2_last_used_date']
    .flatMap(column => reportTime(row, column) ?? [])
    .toSorted()
    .at(-1);
}

/** The root user may do everything in its account. @param row of the credential report; undefined: not known */
export function rootUserOf(arn: string, row: ReportRow | undefined): SourceRecord {
  const keys = rootKeys(row);
  return {
    id: arn,
    ...definedMembers({
      ...{ alias: 'root', name: 'Root user', type: 'User', subType: 'Shared', enabled: true, isAdmin: true },
      hasAPIAccess: row === undefined ? undefined : keys.length > 0,
      authenticationFunctions: ['ApplicationAccount'],
      mfaRequirements: mfaOf(row),
      ssoRequirements: 'Disabled',
      createdDate: reportTime(row, 'user_creation_time'),
      lastActivityDate: lastUseOf({ row, credentials: undefined, isAdmin: true, isDenied: false }),
      hashIdentifiers: keys.length > 0 ? keys.map(number => credentialIdentifier(rootKeyId(arn, number))) : undefined,
      profileMetadata: metadataItems('aws', { mfaActive: reportFlag(row, 'mfa_active') }),
    }),
  };
}

/** Numbers of the active access keys of the root user, whose ids AWS does not show. */
export const rootKeys = (row: ReportRow | undefined): number[] =>
  [1, 2].filter(number => reportFlag(row, `access_key_${number}_active`) === true);

export const rootKeyId = (arn: string, number: number) => `${arn}/access-key-${number}`;

/** A user of the identity store of Identity Center. */
export function identityStoreUserOf(user: unknown): SourceRecord | { readonly reason: string } {
  const [id, alias] = [textAt(user, 'UserId'), textAt(user, 'UserName')];
  if (id === undefined) return { reason: 'has no UserId' };
  if (alias === undefined) return { reason: 'has no UserName' };
  const emails = listAt(user, 'Emails');
  const primary = emails.find(email => valueAt(email, 'Primary') === true) ?? emails[0];
  const names = ['GivenName', 'FamilyName'].flatMap(part => textAt(user, 'Name', part) ?? []);
  const external = listAt(user, 'ExternalIds')[0];
  const status = textAt(user, 'UserStatus');
  return {
    id,
    ...definedMembers({
      ...{ alias, name: names.join(' ') || textAt(user, 'DisplayName') || alias },
      displayName: textAt(user, 'DisplayName'),
      email: textAt(primary, 'Value'),
      alternateEmails: emails.filter(email => email !== primary).flatMap(email => textAt(email, 'Value') ?? []),
      type: 'User',
      userType: textAt(user, 'UserType'),
      // AWS leaves the status out for users that were made before it had one: these are enabled.
      enabled: status === undefined || status === 'ENABLED',
      hasAPIAccess: false,
      authenticationFunctions: ['Identity', 'ApplicationAccount'],
      federationId: { type: 'userName', value: alias },
      title: textAt(user, 'Title'),
      createdDate: timeOfSeconds(valueAt(user, 'CreatedAt')),
      lastModifiedDate: timeOfSeconds(valueAt(user, 'UpdatedAt')),
      profileMetadata: metadataItems('aws', {
        identityStoreId: textAt(user, 'IdentityStoreId'),
        externalId: textAt(external, 'Id'),
        externalIssuer: textAt(external, 'Issuer'),
      }),
    }),
  };
}

/** The JSON protocol writes times as seconds since 1970. */
export function timeOfSeconds(value: unknown): string | undefined {
  return typeof value === 'number' && value >= 0 && value < 1e11 ? new Date(value * 1000).toISOString() : undefined;
}
