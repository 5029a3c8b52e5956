// Users as accounts, and members of groups who belong to nobody here (…/reference/rest/v1/users, …/v1/members).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';

const flagAt = (value: unknown, name: string) => flagOfValue(valueAt(value, name));

/** Whether the user has an administrator role: that of a super administrator, or another. */
export const isAdministrator = (user: unknown) =>
  flagAt(user, 'isAdmin') === true || flagAt(user, 'isDelegatedAdmin') === true;

/** Links tokens and application passwords to the account of their owner. */
export const ownerIdentifier = (userId: string) => `google-user:${userId}`;

/** @param authenticationKey of the identity provider that signs users in; undefined: Google itself, or not known */
export function accountOf(
  user: unknown,
  authenticationKey: string | undefined,
): SourceRecord | { readonly reason: string } {
  const [id, email] = [textAt(user, 'id'), textAt(user, 'primaryEmail')];
  if (id === undefined) return { reason: 'has no id' };
  if (email === undefined) return { reason: 'has no primaryEmail' };
  const [suspended, archived] = [flagAt(user, 'suspended'), flagAt(user, 'archived') ?? false];
  if (suspended === undefined) return { reason: `suspended is ${JSON.stringify(valueAt(user, 'suspended'))}` };
  const [isEnrolled, isEnforced] = [flagAt(user, 'isEnrolledIn2Sv'), flagAt(user, 'isEnforcedIn2Sv')];
  const job = preferred(listAt(user, 'organizations'));
  return {
    id,
    ...definedMembers({
      alias: email,
      name: textAt(user, 'name', 'fullName') ?? email,
      email,
      alternateEmails: textsAt(user, 'aliases'),
      type: 'User',
      enabled: !suspended && !archived,
      isAdmin: isAdministrator(user),
      authenticationFunctions: ['Identity', 'ApplicationAccount'],
      authenticationMethods: isEnrolled ? [{ type: 'second factor', description: '2-Step Verification' }] : undefined,
      mfaRequirements: isEnforced === undefined ? undefined : isEnforced ? 'Required' : 'Optional',
      federationId: authenticationKey === undefined ? undefined : { type: 'SAML', value: email, authenticationKey },
      hashIdentifiers: [ownerIdentifier(id)],
      title: textAt(job, 'title'),
      companyName: textAt(job, 'name'),
      department: textAt(job, 'department'),
      costCenter: textAt(job, 'costCenter'),
      employeeNumber: textAt(
        listAt(user, 'externalIds').find(each => textAt(each, 'type') === 'organization'),
        'value',
      ),
      managerEmails: managersOf(user),
      profilePictureUri: textAt(user, 'thumbnailPhotoUrl'),
      createdDate: timeAt(user, 'creationTime'),
      lastActivityDate: lastLogin(user),
      profileMetadata: metadataItems('google', {
        organisationalUnit: textAt(user, 'orgUnitPath'),
        isSuperAdministrator: flagAt(user, 'isAdmin'),
        isSuspended: suspended,
        isArchived: archived,
        suspensionReason: textAt(user, 'suspensionReason'),
        isEnrolledIn2StepVerification: isEnrolled,
      }),
    }),
  };
}

const preferred = (items: readonly unknown[]) => items.find(item => flagAt(item, 'primary') === true) ?? items[0];

function managersOf(user: unknown): string[] | undefined {
  const managers = listAt(user, 'relations').filter(relation => textAt(relation, 'type') === 'manager');
  const emails = managers.flatMap(relation => textAt(relation, 'value') ?? []).filter(value => value.includes('@'));
  return emails.length > 0 ? [...new Set(emails)] : undefined;
}

/** Who has never signed in has the beginning of 1970 here. */
function lastLogin(user: unknown): string | undefined {
  const time = timeAt(user, 'lastLoginTime');
  return time === undefined || Date.parse(time) <= 0 ? undefined : time;
}

/** A member of a group that is no user of the customer. Whether the account can be used is not known. */
export const externalAccountOf = (id: string, email: string | undefined): SourceRecord => ({
  id,
  ...definedMembers({
    ...{ alias: email ?? id, name: email ?? id, email, type: 'User', subType: 'External', isAdmin: false },
    ...{ authenticationFunctions: [], userType: 'external member of groups' },
  }),
});

/** Whether the user has switched 2-Step Verification on. Google does not say which devices they use. */
export function enrollmentOf(user: unknown): SourceRecord | undefined {
  const id = textAt(user, 'id');
  if (id === undefined || flagAt(user, 'isEnrolledIn2Sv') !== true) return undefined;
  return {
    id: `2-step-verification:${id}`,
    accountKey: id,
    authenticationMethods: [{ type: 'second factor', description: '2-Step Verification' }],
    enrollmentStatus: 'Active',
  };
}
