// Users as accounts (developer.okta.com/docs/api/openapi/okta-management/management/tag/User).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { directoryId, tokenIdentifier } from '../ids.ts';

/**
 * Whether a user of this status can sign in. PROVISIONED has been sent the link for it, PASSWORD_EXPIRED and RECOVERY have to choose a
 * new password first. LOCKED_OUT stays out until the lock ends.
 */
export const canSignIn: ReadonlyMap<string, boolean> = new Map([
  ...['ACTIVE', 'PROVISIONED', 'PASSWORD_EXPIRED', 'RECOVERY'].map(status => [status, true] as const),
  ...['STAGED', 'SUSPENDED', 'DEPROVISIONED', 'LOCKED_OUT'].map(status => [status, false] as const),
]);

/** What is known of accounts from elsewhere. */
export interface AccountFacts {
  /** Ids of users with an administrator role of their own or through a group; undefined: may not be read. */
  readonly administrators: ReadonlySet<string> | undefined;
  /** User id → ids of their API tokens. */
  readonly tokens: ReadonlyMap<string, readonly string[]>;
  /** Ids of the directories that land. */
  readonly directories: ReadonlySet<string>;
}

/** @returns the reason when it is no user */
export function accountOf(user: unknown, facts: AccountFacts): SourceRecord | { readonly reason: string } {
  const [id, login, status] = [textAt(user, 'id'), textAt(user, 'profile', 'login'), textAt(user, 'status')];
  if (id === undefined) return { reason: 'has no id' };
  if (login === undefined) return { reason: 'has no profile.login' };
  const enabled = canSignIn.get(status ?? '');
  if (enabled === undefined) return { reason: `status ${JSON.stringify(status)} is not known` };
  const profile = (name: string) => textAt(user, 'profile', name);
  const names = [profile('firstName'), profile('lastName')].filter(Boolean).join(' ');
  const tokens = facts.tokens.get(id) ?? [];
  const isAdmin = facts.administrators?.has(id);
  return {
    id,
    ...definedMembers({
      alias: login,
      name: names || profile('displayName') || login,
      displayName: profile('displayName'),
      email: profile('email'),
      alternateEmails: [profile('secondEmail')].filter(Boolean),
      type: 'User',
      subType: subTypeOf(profile('userType')),
      userType: profile('userType'),
      enabled,
      isAdmin,
      hasAPIAccess: tokens.length > 0 ? true : undefined,
      authenticationFunctions: ['Identity', 'ApplicationAccount'],
      title: profile('title'),
      companyName: profile('organization'),
      department: profile('department'),
      costCenter: profile('costCenter'),
      employeeNumber: profile('employeeNumber'),
      countryCode: countryCode(profile('countryCode')),
      managerEmails: emailsOf(profile('manager'), profile('managerId')),
      createdDate: timeAt(user, 'created'),
      lastModifiedDate: timeAt(user, 'lastUpdated'),
      lastActivityDate: timeAt(user, 'lastLogin'),
      lastPasswordChangedDate: timeAt(user, 'passwordChanged'),
      directoryProviderId: directoryOf(user, facts),
      hashIdentifiers: tokens.length > 0 ? tokens.map(tokenIdentifier) : undefined,
      profileMetadata: metadataItems('okta', {
        status,
        division: profile('division'),
        manager: profile('manager'),
        managerId: profile('managerId'),
        passwordProvider: textAt(user, 'credentials', 'provider', 'type'),
        isChangingTo: textAt(user, 'transitioningToStatus'),
      }),
    }),
  };
}

/** Words of the profile attribute `userType`, which organisations fill freely. */
function subTypeOf(userType: string | undefined): string {
  if (/^(employee|intern|full.?time|part.?time)/i.test(userType ?? '')) return 'Employee';
  if (/^(contractor|temp|consultant|contingent)/i.test(userType ?? '')) return 'Contractor';
  if (/^(partner|external|vendor|supplier)/i.test(userType ?? '')) return 'External';
  return /^guest/i.test(userType ?? '') ? 'Guest' : 'Unknown';
}

const countryCode = (text: string | undefined) => (/^[A-Za-z]{2}$/.test(text ?? '') ? text!.toUpperCase() : undefined);

/** Organisations write a name, a login, an id or an address into these attributes. Only addresses are. */
function emailsOf(...texts: readonly (string | undefined)[]): string[] | undefined {
  const emails = texts.filter((text): text is string => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text ?? ''));
  return emails.length > 0 ? [...new Set(emails)] : undefined;
}

/** The directory that decides the password, if it lands. */
function directoryOf(user: unknown, { directories }: AccountFacts): string | undefined {
  const provider = valueAt(user, 'credentials', 'provider');
  const [type, name] = [textAt(provider, 'type'), textAt(provider, 'name')];
  if (type === undefined || name === undefined) return undefined;
  const id = directoryId(type, name);
  return directories.has(id) ? id : undefined;
}
