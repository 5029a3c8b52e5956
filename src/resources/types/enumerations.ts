// All enumerations. A value of a source that is not in the list becomes `Unknown`, if the enumeration has this value.
import { z } from 'zod';

export const objectTypes = [
  'Account',
  'AccountRole',
  'Activity',
  'AssignedApplication',
  'Authenticator',
  'AuthenticatorEnrollment',
  'Department',
  'DirectoryProvider',
  'Employee',
  'IntegratedApplication',
  'None',
  'ObjectDirectory',
  'PermissionSet',
  'Person',
  'ResourceClass',
  'ResourceInstance',
  'RiskDefinition',
  'RiskViolation',
  'Role',
  'UserGroup',
] as const;

export const ObjectType = z.enum(objectTypes);
export const GlobalObjectType = z.enum(objectTypes.map(type => `Service_${type}` as const));

export const AccountType = z.enum(['User', 'Machine', 'Token']);
export const AccountSubType = z.enum([
  'Employee',
  'Contractor',
  'Guest',
  'External',
  'Shared',
  'Admin',
  'ServicePrincipal',
  'ServiceAccount',
  'Workload',
  'Bot',
  'Agent',
  'ApiKey',
  'PersonalAccessToken',
  'OAuthGrant',
  'SshKey',
  'AccessKey',
  'Certificate',
  'Unknown',
]);
export const Requirement = z.enum(['Required', 'Optional', 'Disabled', 'Unknown']);
export const AuthenticationFunction = z.enum(['Identity', 'ApplicationAccount', 'MFA', 'Directory']);
export const EnrollmentStatus = z.enum(['Active', 'Inactive', 'Pending', 'Suspended', 'Revoked']);
export const EntitlementReason = z.enum(['AccessControl', 'SSO', 'Ownership', 'Sharing', 'Inherited']);
export const EntitlementType = z.enum(['Grant', 'Denial']);
export const OwnershipLevel = z.enum(['Owner', 'CoOwner', 'None']);
export const LicenseStatus = z.enum(['Active', 'Inactive', 'Unknown']);
export const LicenseLevel = z.enum(['Full', 'Limited', 'Free', 'Unknown']);
export const RoleType = z.enum(['Custom', 'Modeled', 'Standard']);
export const UserGroupType = z.enum(['Security', 'Distribution', 'Dynamic', 'Modeled', 'Sync', 'Unknown']);
/** `Anyone`: also outside the organisation. `Request`: an owner of the group has to agree. `Invited`: nobody by themselves. */
export const JoinPolicy = z.enum(['Anyone', 'Organisation', 'Request', 'Invited', 'Unknown']);
export const RiskSeverity = z.enum(['Critical', 'High', 'Medium', 'Low']);
export const RiskPosture = z.enum(['Critical', 'High', 'Medium', 'Low', 'None']);
export const RiskType = z.enum(['Identity', 'Security', 'Access']);
export const RiskViolationStatus = z.enum(['Open', 'Resolved', 'Suppressed', 'Unknown']);
export const EmploymentStatus = z.enum(['Active', 'Leave', 'Terminated', 'Unknown']);
export const EmploymentType = z.enum(['Employee', 'Contractor', 'Intern', 'Temporary', 'Vendor', 'Unknown']);
export const ActivityCategory = z.enum(['Login', 'ResourceAccess', 'Administration', 'Unknown']);
export const ActivityOutcome = z.enum(['Success', 'Failure', 'Unknown']);
export const ObjectDirectoryType = z.enum(['Domain', 'OrganizationalUnit', 'Container', 'Project', 'Unknown']);
export const DirectoryProviderType = z.enum([
  'ActiveDirectory',
  'LDAP',
  'SCIM',
  'IdentityProvider',
  'HumanResources',
  'OperatingSystem',
  'Unknown',
]);
export const SyncDirection = z.enum(['Inbound', 'Outbound', 'Bidirectional', 'Unknown']);
export const PermissionSetType = z.enum(['Custom', 'Standard', 'Unknown']);

export const ActionJobStatus = z.enum([
  'Queued',
  'Running',
  'Completed',
  'PartiallyCompleted',
  'Failed',
  'Cancelled',
  'Reverted',
  'PartiallyReverted',
]);
export const ActionJobType = z.enum(['Change', 'Revert']);
export const ActionResultStatus = z.enum(['Queued', 'Running', 'Succeeded', 'Failed', 'Cancelled']);
export const DataSyncStatus = z.enum(['Pending', 'InProgress', 'Completed', 'Failed']);

const metadataKinds = ['string', 'number', 'boolean', 'timestamp', 'object', 'null'] as const;
export const MetadataItemType = z.enum([...metadataKinds, ...metadataKinds.map(kind => `array_${kind}` as const)]);
