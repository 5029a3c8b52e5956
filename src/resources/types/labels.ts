// What people call a field, and in which form its values are shown. The console, the OpenAPI document and the reference all take the words
// from here. The name of the interface stays the name in requests, answers and SQL.
import { z } from 'zod';
import { unwrapped } from '../../known-keys.ts';
import { isLandable, type Resource, referenceOf } from '../define.ts';

/** Words for names that do not read well when they are only split into their words. */
const words: Readonly<Record<string, string>> = {
  id: 'Local id',
  globalId: 'Id',
  alias: 'Username',
  email: 'E-mail',
  alternateEmails: 'Other e-mail addresses',
  enabled: 'Enabled',
  type: 'Kind',
  subType: 'Kind in detail',
  userType: 'Kind in the application',
  isAdmin: 'Administrator',
  hasAPIAccess: 'May call the API',
  isActive: 'Usable',
  isAssignableToRole: 'Can get roles',
  isAuthoritative: 'Decides the synced fields',
  isCustom: 'Custom',
  isDynamic: 'Members by rule',
  isEnabled: 'Checked',
  isSensitive: 'Sensitive',
  externallyShared: 'Shared outside',
  allowsExternalMembers: 'External members allowed',
  joinPolicy: 'Who can join',
  createdDate: 'Created',
  createdBy: 'Created by (local id)',
  globalCreatedBy: 'Created by',
  createdByFederation: 'Created by (federation)',
  lastModifiedDate: 'Last changed',
  lastModifiedBy: 'Last changed by (local id)',
  globalLastModifiedBy: 'Last changed by',
  lastModifiedByFederation: 'Last changed by (federation)',
  lastActivityDate: 'Last used',
  lastPasswordChangedDate: 'Password changed',
  lastSyncDate: 'Last synced',
  lastObservedAt: 'Last seen',
  detectedAt: 'First seen',
  resolvedAt: 'Resolved',
  enrolledAt: 'Enrolled',
  revokedAt: 'Revoked',
  occurredAt: 'When',
  expirationDate: 'Expires',
  hireDate: 'First day of work',
  terminationDate: 'Last day of work',
  suppressedUntil: 'Accepted until',
  suppressionReason: 'Accepted because',
  mfaRequirements: 'Second factor',
  ssoRequirements: 'Single sign-on',
  authenticationFunctions: 'Part in authentication',
  authenticationKeys: 'Authentication keys',
  authenticationMethods: 'Ways to sign in',
  authenticationMethodSelectionPolicy: 'Choice of the way to sign in',
  authenticationRequirements: 'Requirements to sign in',
  accountRole: 'Role in the application (code)',
  accountRoleDisplayName: 'Role in the application',
  applicationRoleType: 'Kind in the application',
  approvedApplicationPermissions: 'Approved permissions of applications',
  approvedApplicationUsages: 'Approved uses of applications',
  assignedLocations: 'Assigned locations',
  authorizedLocations: 'Allowed locations',
  profileMetadata: 'Other facts',
  profilePictureUri: 'Picture',
  pageUri: 'Page in the application',
  path: 'Path',
  costCenter: 'Cost centre',
  countryCode: 'Country',
  jobCode: 'Job code',
  title: 'Job title',
  employeeNumber: 'Employee number',
  managerEmail: 'Manager',
  managerEmails: 'Managers',
  managerEmployeeId: 'Manager (local id)',
  managerPersonId: 'Manager (local id)',
  globalManagerEmployeeId: 'Manager (record)',
  globalManagerPersonId: 'Manager (person)',
  entitlementSpecification: 'What is granted (local ids)',
  globalEntitlementSpecification: 'What is granted',
  federationSpecification: 'Federation of both sides',
  directoryEntryFederation: 'Account in the directory (federation)',
  directoryProviderFederation: 'Synced by (federation)',
  objectDirectoryContainerFederation: 'Directory (federation)',
  ownerAccountIds: 'Owners (local ids)',
  entityTypes: 'Kinds of objects',
  deviceInfo: 'Device',
  companyName: 'Company',
  vendorName: 'Vendor',
  remediation: 'What to do',
  references: 'Controls of standards',
  outcomeReason: 'Reason of the outcome',
  sessionId: 'Session',
  accountKey: 'Account (local id)',
  childId: 'Contains (local id)',
  parentId: 'Inside of (local id)',
  resourceClass: 'Class (local id)',
  riskDefinitionId: 'Rule (local id)',
  federationId: 'Id at the identity provider',
  hashIdentifiers: 'Hashes of its keys',
  licenseStatus: 'Licence',
  licenseLevel: 'Licence level',
  licenseType: 'Plan',
  directoryEntryId: 'Account in the directory (local id)',
  globalDirectoryEntryId: 'Account in the directory',
  directoryProviderId: 'Synced by (local id)',
  globalDirectoryProviderId: 'Synced by',
  objectDirectoryContainerId: 'Directory (local id)',
  globalObjectDirectoryContainerId: 'Directory',
  entityId: 'Who (local id)',
  entityType: 'Kind of who',
  globalEntityId: 'Who',
  assignedObjectId: 'What (local id)',
  assignedObjectType: 'Kind of what',
  globalAssignedObjectId: 'What',
  managedViaObjectId: 'Through (local id)',
  managedViaObjectType: 'Kind of through',
  globalManagedViaObjectId: 'Through',
  targetObjectId: 'On what (local id)',
  targetObjectType: 'Kind of on what',
  globalTargetObjectId: 'On what',
  actorAccountId: 'By (local id)',
  globalActorAccountId: 'By',
  globalParentId: 'Inside of',
  globalChildId: 'Contains',
  globalResourceClass: 'Class',
  globalRiskDefinitionId: 'Rule',
  globalEmployeeId: 'Employee',
  globalDepartmentId: 'Department (record)',
  globalDeploymentKey: 'Key of the deployment over all sources',
  unsupportedTypes: 'What the application does not reveal',
  supportedFederatedRelationships: 'Relationships with other applications',
  joinedBy: 'Accounts joined by',
  oauthClientId: 'OAuth client id',
  samlEntityId: 'SAML entity id',
  ipAddress: 'IP address',
  userAgent: 'Client program',
  eventType: 'Event',
  sourceTag: 'Tag of the source',
  analyticsAccessRiskPosture: 'Worst open risk',
  analyticsRiskViolationCount: 'Open risks',
  analyticsOpenViolationCount: 'Open violations',
  analyticsDaysOpen: 'Days open',
  analyticsIsDormant: 'Dormant',
  analyticsDormantDaysIsLowerBound: 'Days without use are a minimum',
  analyticsDaysSinceLastActivity: 'Days without use',
  analyticsImpersonatableAccountsCount: 'Can act as',
  analyticsRoleCount: 'Roles',
  analyticsAssignedRoleCount: 'Roles that it has',
  analyticsUserGroupCount: 'Groups',
  analyticsAssignedUserGroupCount: 'Groups that have it',
  analyticsAssignedApplicationCount: 'Applications',
  analyticsResourceInstanceCount: 'Resources',
  analyticsResourceInstanceCountIsApproximate: 'Resources are an estimate',
  analyticsAccessToResourceInstancesCount: 'Reached resources',
  analyticsAccessToResourceInstancesCountIsApproximate: 'Reached resources are an estimate',
  analyticsAccountsWithAccessCount: 'Accounts with access',
  analyticsAccountsWithAccessCountIsApproximate: 'Accounts with access are an estimate',
  analyticsAccountCount: 'Accounts',
  analyticsEnabledAccountCount: 'Enabled accounts',
  analyticsAdminAccountCount: 'Administrator accounts',
  analyticsNonHumanIdentityCount: 'Machine identities',
  analyticsSyncedAccountCount: 'Synced accounts',
  analyticsMemberCount: 'Direct members',
  analyticsMemberAccountsCount: 'Accounts in it',
  analyticsActiveMemberCount: 'Active accounts in it',
  analyticsInactiveMemberCount: 'Dormant accounts in it',
  analyticsOwners: 'Owners (accounts and groups)',
  analyticsLoginEventCount: 'Known sign-ins',
  analyticsResourceAccessEventCount: 'Known uses',
  analyticsFirstActivityDate: 'First known use',
  analyticsLastActivityDate: 'Last known use',
  enrichedPersonId: 'Person',
  enrichedOwnerAccountIds: 'Owners',
  enrichedSSOSourceAccountId: 'Signs in through',
  enrichedIsSSOLoginAvailable: 'Single sign-on available',
  enrichedResolvedDeploymentId: 'Signs in to',
  enrichedOAuthClientId: 'OAuth client id (found)',
  enrichedSamlEntityId: 'SAML entity id (found)',
  sorPrimaryStewardEmail: 'Steward (HR)',
  sorManagerEmail: 'Manager (HR)',
  sorTitle: 'Job title (HR)',
  objectMetadata: 'Where and when it was read',
  serviceObjectMetadata: 'How it was computed',
  'objectMetadata.ApplicationInstanceId': 'Source',
  'objectMetadata.ObjectOrRelationshipType': 'Type',
  'objectMetadata.GeneratedTime': 'Read in this form',
  'serviceObjectMetadata.generatedTime': 'Computed',
  'serviceObjectMetadata.enrichmentVersion': 'Computed by (version)',
};

/** Words that are written in another way than a name of the interface can. */
const spellings: Readonly<Record<string, string>> = {
  oauth: 'OAuth',
  saml: 'SAML',
  sso: 'SSO',
  api: 'API',
  uri: 'address',
};

/**
 * What people call a field: "Last used". Unique among the fields of a resource.
 * @param path name of the field; a member of an object follows a point
 */
export function labelOf({ labels, fields }: Pick<Resource, 'labels' | 'fields'>, path: string): string {
  const declared = labels?.[path] ?? words[path];
  if (declared !== undefined) return declared;
  const [, prefix, rest] = /^(global|sor)([A-Z].*)$/.exec(path) ?? [];
  if (prefix === 'sor') return `${spoken(rest!)} (HR)`;
  if (prefix === 'global') {
    const local = `${rest!.charAt(0).toLowerCase()}${rest!.slice(1)}`;
    if (rest!.endsWith('Type')) return `${labelOf({ labels, fields }, local)} (global)`;
    return local in fields && referenceOf(fields[local]!) ? named(labels, local) : `${spoken(rest!)} (global)`;
  }
  const isLocalId = path in fields && referenceOf(fields[path]!) !== undefined && isLandable(path);
  return isLocalId ? `${named(labels, path)} (local id)` : spoken(path.replace(/^(analytics|enriched)(?=[A-Z])/, ''));
}

/** What a reference is to, without the word id. */
const named = (labels: Resource['labels'], local: string): string =>
  labels?.[local] ?? words[local]?.replace(/ \(local id\)$/, '') ?? spoken(local.replace(/Ids?$/, ''));

/** `vendorName` → "Vendor name" */
function spoken(name: string): string {
  const parts = name
    .split('.')
    .at(-1)!
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map(part => part.toLowerCase());
  const text = parts.map(part => spellings[part] ?? part).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const valueFormats = [
  'text',
  'e-mail',
  'count',
  'days',
  'yes or no',
  'choice',
  'time',
  'id',
  'list',
  'structure',
] as const;
export type ValueFormat = (typeof valueFormats)[number];

/** In which form the values of a field are shown. A `time` at midnight in UTC is a date without a time. */
export function formatOf(name: string, field: z.ZodType): ValueFormat {
  const type = unwrapped(field);
  if (type instanceof z.ZodArray) return unwrapped(type.element as z.ZodType) instanceof z.ZodEnum ? 'choice' : 'list';
  if (type instanceof z.ZodObject || type instanceof z.ZodLazy) return 'structure';
  if (type instanceof z.ZodBoolean) return 'yes or no';
  if (type instanceof z.ZodNumber) return /Days(?=[A-Z]|$)/.test(name) ? 'days' : 'count';
  if (type instanceof z.ZodEnum) return 'choice';
  if (type instanceof z.ZodEmail) return 'e-mail';
  if (type instanceof z.ZodISODateTime) return 'time';
  return type instanceof z.ZodUUID || referenceOf(type) || name === 'id' ? 'id' : 'text';
}
