import { z } from 'zod';
import { computed, defineResource, localId } from './define.ts';
import {
  AccountSubType,
  AccountType,
  AuthenticationFunction,
  EmploymentStatus,
  LicenseLevel,
  LicenseStatus,
  Requirement,
  RiskPosture,
} from './types/enumerations.ts';
import {
  AuthenticationMethod,
  AuthenticationMethodSelectionPolicy,
  AuthorizedLocationPolicy,
  commonFields,
  commonRequired,
  count,
  email,
  FederationId,
  FederationInformation,
  flag,
  globalId,
  LocationSpecification,
  MetadataItem,
  PermissionSetSpecification,
  steward,
  text,
  texts,
  timestamp,
} from './types/shared-types.ts';
import { ofInstance, ofObjects, ofTenant } from './visibility/origin.ts';

/** From how many days without known use on an account is dormant. */
export const dormantDays = 30;

export const account = defineResource({
  type: 'Account',
  title: 'Account',
  kind: 'object',
  madeBy: 'connectors',
  dataDate: 'object',
  description: 'A user, machine or token account in an application, identity provider, MFA provider or directory.',
  collections: [
    { path: '/v1/accounts', title: 'Accounts', description: 'All accounts of every type.', order: 'instance' },
    {
      path: '/v1/non-human-identities',
      title: 'Machine identities',
      description:
        'Service principals, machine accounts and tokens. Those that can impersonate the most accounts come first. Filter and order are fixed.',
      order: 'blastRadius',
    },
  ],
  required: [
    ...commonRequired,
    'accountRole',
    'alias',
    'authenticationFunctions',
    'email',
    'enabled',
    'hasAPIAccess',
    'isAdmin',
    'mfaRequirements',
    'ssoRequirements',
    'subType',
    'type',
  ],
  defaults: {
    accountRole: 'Unknown',
    authenticationFunctions: [],
    email: computed,
    enabled: true,
    hasAPIAccess: false,
    isAdmin: false,
    mfaRequirements: 'Unknown',
    ssoRequirements: 'Unknown',
    subType: 'Unknown',
  },
  fields: {
    id: text.min(1).describe('Local id of the account in its application instance'),
    alias: text.min(1).describe('Username in the application instance'),
    name: text.min(1).describe('Name of the holder'),
    displayName: text.describe('Name to show; `name` where the source has none'),
    email: email.describe(
      'Primary e-mail address; where the source has none that is valid, one that ends in `.invalid` (RFC 2606)',
    ),
    alternateEmails: z.array(email).describe('Further e-mail addresses'),
    type: AccountType.describe('Who or what uses the account'),
    subType: AccountSubType.describe('Finer kind within `type`'),
    userType: text.describe('The application’s own kind of user'),
    enabled: flag.describe('True when the account can be used'),
    isAdmin: flag.describe('True when the account administers the application instance'),
    hasAPIAccess: flag.describe('True when the account may call the application’s API'),
    accountRole: text.describe('Application-specific role; the basis for the account’s type and user type'),
    accountRoleDisplayName: text.describe('The account role as the application shows it'),

    authenticationFunctions: z
      .array(AuthenticationFunction)
      .describe('What the account does in authentication: identity, application account, MFA, directory'),
    authenticationMethods: z.array(AuthenticationMethod).describe('How the account can sign in'),
    authenticationMethodSelectionPolicy: AuthenticationMethodSelectionPolicy.describe(
      'Which authentication methods apply under which conditions',
    ),
    mfaRequirements: Requirement.describe('Whether the account must use a second factor'),
    ssoRequirements: Requirement.describe('Whether the account must sign in through SSO'),
    authorizedLocations: AuthorizedLocationPolicy.describe('Where the account may be used from'),
    assignedLocations: z.array(LocationSpecification).describe('Delivery points, usually filled by identity providers'),
    federationId: FederationId.describe('Id under which an identity provider knows the account'),
    hashIdentifiers: texts.describe(
      'Hashes with a prefix for the algorithm, by which machine and token accounts are linked to owners',
    ),
    approvedApplicationPermissions: z
      .array(PermissionSetSpecification)
      .describe('Permissions that the account has approved for applications'),
    approvedApplicationUsages: texts.describe('Applications whose use of the account is approved'),

    title: text.describe('Job title'),
    companyName: text.describe('Company of the holder'),
    department: text.describe('Department of the holder'),
    costCenter: text.describe('Cost centre of the holder'),
    employeeNumber: text.describe('Employee number of the holder'),
    countryCode: text
      .regex(/^[A-Z]{2}$/, 'expected two capital letters (ISO 3166-1 alpha-2)')
      .describe('Country of the holder, ISO 3166-1 alpha-2'),
    jobCode: text.describe('Job profile id'),
    jobFamily: text.describe('Job family'),
    jobFamilyGroup: text.describe('Broadest grouping of jobs'),
    jobFunction: text.describe('Role-level descriptor of the job'),
    managerEmails: texts.describe('E-mail addresses of the holder’s managers'),
    profilePictureUri: text.describe('Address of the holder’s picture'),
    licenseType: text.describe('Application-specific plan'),
    licenseLevel: LicenseLevel.describe('How much the licence allows'),
    licenseStatus: LicenseStatus.describe('Whether the licence is in force'),

    createdBy: localId('Account').describe('Local id of the account that made this one'),
    createdByFederation: FederationInformation.describe('How `createdBy` is federated'),
    createdDate: timestamp.describe('When the account was made'),
    lastModifiedBy: localId('Account').describe('Local id of the account that last changed this one'),
    lastModifiedByFederation: FederationInformation.describe('How `lastModifiedBy` is federated'),
    lastModifiedDate: timestamp.describe('When the account was last changed'),
    lastActivityDate: timestamp.describe('Last sign-in or other use that the source knows of'),
    lastPasswordChangedDate: timestamp.describe('When the password was last changed'),
    expirationDate: timestamp.describe('When the account stops working'),
    directoryEntryId: localId('Account').describe(
      'Id of the directory account with which this one is synced; unset when it is not synced',
    ),
    directoryEntryFederation: FederationInformation.describe('How the directory’s account is federated'),
    directoryProviderId: localId('DirectoryProvider').describe(
      'Local id of the directory provider that defines the sync',
    ),
    directoryProviderFederation: FederationInformation.describe('How the directory provider is federated'),
    objectDirectoryContainerId: localId('ObjectDirectory').describe(
      'Local id of the object directory that holds the account',
    ),
    objectDirectoryContainerFederation: FederationInformation.describe('How the object directory is federated'),
    profileMetadata: z
      .array(MetadataItem)
      .describe('Further facts of the source, and raw values that an enumeration does not have'),

    globalCreatedBy: globalId.describe('Global id of the account that made this one'),
    globalLastModifiedBy: globalId.describe('Global id of the account that last changed this one'),
    globalDirectoryEntryId: globalId.describe('Global id of the directory’s account'),
    globalDirectoryProviderId: globalId.describe('Global id of the directory provider'),
    globalObjectDirectoryContainerId: globalId.describe('Global id of the object directory that holds the account'),
    ...commonFields,
    enrichedPersonId: ofObjects(['Person'], globalId.describe('Global id of the person that the account belongs to')),
    enrichedOwnerAccountIds: ofObjects(
      ['Account'],
      z
        .array(globalId)
        .describe(
          'Owners of a machine or token account, found by hash identifiers, creator or an ownership entitlement',
        ),
    ),
    enrichedIsSSOLoginAvailable: ofTenant(
      flag.describe('True when authentication keys and federated identity match an identity provider’s account'),
    ),
    enrichedSSOSourceAccountId: ofObjects(
      ['Account'],
      globalId.describe('Global id of the account that signs in to this one by SSO'),
    ),
    analyticsDaysSinceLastActivity: ofInstance(
      count.describe(
        'Days from the last activity to the date of the data. Without known activity: from the creation of the account or from the first date of activity data, whichever is later. Absent where the source has no activity data',
      ),
    ),
    analyticsIsDormant: ofInstance(
      flag.describe(`An account is dormant from ${dormantDays} days without known use on, up to the date of the data`),
    ),
    analyticsDormantDaysIsLowerBound: ofInstance(
      flag.describe('True when no activity is known, so that the days are a minimum'),
    ),
    analyticsRoleCount: ofInstance(
      count.describe('Roles that were read and that the account is a member of, itself or through groups and roles'),
    ),
    analyticsUserGroupCount: ofInstance(
      count.describe('User groups that were read and that the account is a member of, itself or through groups'),
    ),
    analyticsAssignedApplicationCount: ofInstance(
      count.describe(
        'Assigned applications that were read and to which an enabled grant gives access: a grant of the account itself, or of a group or role that it is in. Denials of one of these take away the permissions that they name, or all when they name none',
      ),
    ),
    analyticsResourceInstanceCount: ofInstance(
      count.describe(
        'Resource instances that were read and that the account reaches, itself or through groups, roles and containing resources, without those that denials take away',
      ),
    ),
    analyticsResourceInstanceCountIsApproximate: ofInstance(
      flag.describe(
        'True when the resource instances were too many to count, so that their number is an estimate that does not consider denials',
      ),
    ),
    analyticsImpersonatableAccountsCount: ofTenant(
      count.describe(
        'Blast radius: other accounts that this one can act as, directly or through others. An administrator (`isAdmin`) can act as every account of its application instance only with `hasAPIAccess`',
      ),
    ),
    analyticsAccessRiskPosture: ofTenant(RiskPosture.describe('Severity of the worst open risk violation')),
    analyticsRiskViolationCount: ofTenant(count.describe('Risk violations of the account itself that are open')),
    ...steward,
    sorDepartment: ofTenant(text.describe('Department, from the system of record')),
    sorTitle: ofTenant(text.describe('Job title, from the system of record')),
    sorManagerEmail: ofTenant(email.describe('Manager, from the system of record')),
    sorEmploymentStatus: ofTenant(EmploymentStatus.describe('Employment status, from the system of record')),
  },
});
