// The field names of the interface, written down by hand from its tables: what the registry must declare, letter by letter.

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Object or relationship type → its fields. */
export const interfaceFields: Readonly<Record<string, readonly string[]>> = {
  Account: words(`
    accountRole accountRoleDisplayName alias alternateEmails approvedApplicationPermissions approvedApplicationUsages
    assignedLocations authenticationFunctions authenticationMethods authenticationMethodSelectionPolicy
    authorizedLocations companyName costCenter department employeeNumber countryCode createdBy lastModifiedBy
    createdByFederation lastModifiedByFederation directoryEntryFederation directoryProviderFederation
    objectDirectoryContainerFederation createdDate expirationDate lastActivityDate lastModifiedDate
    lastPasswordChangedDate directoryEntryId directoryProviderId displayName email enabled federationId hasAPIAccess
    hashIdentifiers id isAdmin jobCode jobFamily jobFamilyGroup jobFunction licenseLevel licenseStatus licenseType
    managerEmails mfaRequirements name objectDirectoryContainerId objectMetadata profileMetadata
    ssoRequirements subType type title userType profilePictureUri
    globalId globalCreatedBy globalLastModifiedBy globalDirectoryEntryId globalDirectoryProviderId
    globalObjectDirectoryContainerId serviceObjectMetadata
    enrichedPersonId enrichedOwnerAccountIds enrichedIsSSOLoginAvailable enrichedSSOSourceAccountId
    analyticsDaysSinceLastActivity analyticsIsDormant analyticsDormantDaysIsLowerBound
    analyticsRoleCount analyticsUserGroupCount analyticsAssignedApplicationCount analyticsResourceInstanceCount
    analyticsImpersonatableAccountsCount analyticsAccessRiskPosture analyticsRiskViolationCount
    sorPrimaryStewardEmail sorDepartment sorTitle sorManagerEmail sorEmploymentStatus`),
  Authenticator: words(`
    id authenticationKeys authenticationMethods isActive name description objectMetadata globalId serviceObjectMetadata
    sorPrimaryStewardEmail`),
  AuthenticatorEnrollment: words(`
    id accountKey authenticationMethods enrollmentStatus enrolledAt revokedAt deviceInfo objectMetadata globalId
    serviceObjectMetadata sorPrimaryStewardEmail`),
  EntityAssignedAccessToObject: words(`
    id globalId entityId entityType assignedObjectId assignedObjectType globalEntityId globalEntityType
    globalAssignedObjectId globalAssignedObjectType entitlementSpecification globalEntitlementSpecification
    federationSpecification objectMetadata serviceObjectMetadata analyticsLoginEventCount
    analyticsResourceAccessEventCount analyticsDaysSinceLastActivity analyticsFirstActivityDate
    analyticsLastActivityDate`),
  EntityManagedViaObject: words(`
    id globalId entityId entityType managedViaObjectId managedViaObjectType globalEntityId globalEntityType
    globalManagedViaObjectId globalManagedViaObjectType objectMetadata serviceObjectMetadata federationSpecification`),
  Role: words(`
    id applicationRoleType isCustom name description type authorizedLocations globalAuthorizedLocations createdBy
    lastModifiedBy objectDirectoryContainerId globalCreatedBy globalLastModifiedBy globalObjectDirectoryContainerId
    createdByFederation lastModifiedByFederation objectDirectoryContainerFederation createdDate lastModifiedDate
    sourceTag objectMetadata globalId serviceObjectMetadata sorPrimaryStewardEmail
    analyticsAccessToResourceInstancesCount analyticsActiveMemberCount analyticsInactiveMemberCount
    analyticsMemberAccountsCount analyticsMemberCount analyticsAssignedApplicationCount analyticsAssignedRoleCount
    analyticsAssignedUserGroupCount analyticsOwners`),
  ResourceClass: words(`
    id name displayName pageUri sourceTag analyticsResourceInstanceCount objectMetadata globalId serviceObjectMetadata
    sorPrimaryStewardEmail`),
  AssignedApplication: words(`
    id name objectMetadata globalId serviceObjectMetadata labels objectDirectoryContainerId
    objectDirectoryContainerFederation globalObjectDirectoryContainerId oauthClientId samlEntityId vendorName
    enrichedOAuthClientId enrichedResolvedDeploymentId enrichedSamlEntityId authenticationRequirements
    globalAuthenticationRequirements`),
  IntegratedApplication: words(`
    id key name category vendorName labels authenticationRequirements globalAuthenticationRequirements
    globalDeploymentKey globalId enrichedResolvedDeploymentId objectMetadata serviceObjectMetadata
    supportedFederatedRelationships unsupportedTypes`),
  ResourceInstance: words(`
    id name displayName resourceClass globalResourceClass parentId globalParentId pageUri isSensitive externallyShared
    ownerAccountIds createdDate lastModifiedDate sourceTag analyticsAccountsWithAccessCount objectMetadata globalId
    serviceObjectMetadata`),
  UserGroup: words(`
    id name description email type isDynamic isAssignableToRole joinPolicy allowsExternalMembers owners createdDate lastModifiedDate sourceTag
    objectMetadata globalId serviceObjectMetadata`),
  Department: words(`
    id name code managerEmail costCenter analyticsMemberCount objectMetadata globalId serviceObjectMetadata`),
};

/** Shared type → the dotted paths of its members. */
export const interfaceTypes: Readonly<Record<string, readonly string[]>> = {
  MetadataItem: words('id name namespace type value'),
  ObjectMetadata: words('ApplicationInstanceId GeneratedTime Profile ObjectOrRelationshipType'),
  EnrichmentMetadata: words('enrichmentVersion generatedTime'),
  AuthenticationMethod: words('type description'),
  FederationInformation: words('isFederated authenticationKey'),
  FederationSpecification: words('isFederated connectionType sourceAuthenticationKey targetAuthenticationKey'),
  FederationId: words('type value authenticationKey'),
  AuthorizedLocationPolicy: words('isInherited policy policy.allowAll policy.authorizedLocations'),
  LocationSpecification: words(`
    type typeSpecificData typeSpecificData.ipAddressExclusions typeSpecificData.ipAddressInclusions
    typeSpecificData.name typeSpecificData.supplementaryInformation
    typeSpecificData.supplementaryInformation.geoLocation
    typeSpecificData.supplementaryInformation.geoLocation.latitude
    typeSpecificData.supplementaryInformation.geoLocation.longtitude
    typeSpecificData.supplementaryInformation.additionalLocationMetadata`),
  Conditions: words(`
    context overrides rootOperator rootOperator.type rootOperator.operator
    rootOperator.operator.isArrayGeneratingDynamicValue rootOperator.operator.arrayOpKey
    rootOperator.operator.arrayOpKey.type rootOperator.operator.arrayOpKey.value
    rootOperator.operator.arrayOpKey.keySpecification rootOperator.operator.arrayOpKey.keySpecification.parameters
    rootOperator.operator.arrayOpType rootOperator.operator.arrayOpValue rootOperator.operator.arrayOpValue.values
    rootOperator.operator.arrayOpValue.values[].staticConditionValueType
    rootOperator.operator.arrayOpValue.values[].staticConditionValueData`),
  EntitlementSpecification: words(`
    inferenceConfidence isInferred reason reasonSpecificData reasonSpecificData.enabled
    reasonSpecificData.accessControlMetadata reasonSpecificData.conditions reasonSpecificData.description
    reasonSpecificData.name reasonSpecificData.permissions reasonSpecificData.shareableUri
    reasonSpecificData.shareableUriLabel reasonSpecificData.sourceTag reasonSpecificData.type`),
  Permissions: words(`
    fineGrainedResourceClass fineGrainedSpecifiers formattedScopes formattedScopes.specifiers formattedScopes.type
    isCreate isDelete isExecute isPrivileged isRead isShare isUpdate ownershipLevel owners permissionGroupId
    specificationMetadata`),
  PermissionSetSpecification: words(`
    id name description fineGrainedResourceClass fineGrainedSpecifiers formattedScopes formattedScopes.specifiers
    formattedScopes.type isCreate isDelete isExecute isPrivileged isRead isShare isUpdate ownershipLevel owners
    permissionGroupId specificationMetadata`),
  Owner: words('federationInformation objectId objectType'),
  AuthenticationRequirements: words(`
    isMFAAuthority isSSOBasedMFARequired authenticationKeys adaptiveAuthenticationMethodSelectionPolicy
    adaptiveAuthenticationMethodSelectionPolicy[].policy adaptiveAuthenticationMethodSelectionPolicy[].riskLevel
    authenticationMethodSelectionPolicy availableAuthenticationMethods enforcedAuthenticationMethods passwordPolicy
    passwordPolicy.expirationLengthInDays passwordPolicy.length passwordPolicy.reuseDisallowed
    passwordPolicy.resetViaSelfServiceAllowed passwordPolicy.characters passwordPolicy.mfaRequirements
    passwordPolicy.policyMetadata secondaryFactorRequirements ssoExclusions`),
  AuthenticationMethodSelectionPolicy: words(`
    accountConditions assignedApplicationConditions authorizedLocations excludedAuthenticationMethods
    includedAuthenticationMethods`),
};

/** Path → type of the collections. */
export const interfacePaths: Readonly<Record<string, string>> = {
  '/v1/accounts': 'Account',
  '/v1/non-human-identities': 'Account',
  '/v1/roles': 'Role',
  '/v1/user-groups': 'UserGroup',
  '/v1/assigned-applications': 'AssignedApplication',
  '/v1/integrated-applications': 'IntegratedApplication',
  '/v1/authenticators': 'Authenticator',
  '/v1/authenticator-enrollments': 'AuthenticatorEnrollment',
  '/v1/entity-assigned-access-to-object': 'EntityAssignedAccessToObject',
  '/v1/entity-managed-via-object': 'EntityManagedViaObject',
  '/v1/resource-classes': 'ResourceClass',
  '/v1/resource-instances': 'ResourceInstance',
  '/v1/resource-instance-contains-resource-instance': 'ResourceInstanceContainsResourceInstance',
  '/v1/departments': 'Department',
  '/v1/department-contains-department': 'DepartmentContainsDepartment',
  '/v1/object-directories': 'ObjectDirectory',
  '/v1/directory-providers': 'DirectoryProvider',
  '/v1/permission-sets': 'PermissionSet',
  '/v1/employees': 'Employee',
  '/v1/persons': 'Person',
  '/v1/activities': 'Activity',
  '/v1/risk-definitions': 'RiskDefinition',
  '/v1/risk-violations': 'RiskViolation',
};

/** The codes of errors that the interface names. */
export const interfaceErrorCodes = words(`
  BAD_REQUEST UNAUTHORIZED FORBIDDEN NOT_FOUND TOO_MANY_REQUESTS INTERNAL_ERROR NAME_CONFLICT VERSION_CONFLICT
  QUERY_PARSE_ERROR QUERY_LIMIT_EXCEEDED IDEMPOTENCY_KEY_REUSED JOB_NOT_REVERTIBLE REVERT_WINDOW_CLOSED ALREADY_REVERTED
  JOB_NOT_CANCELLABLE OPERATION_NOT_SUPPORTED WRITE_NOT_CONFIGURED OBJECT_NOT_REMOVABLE`);
