// The fields of each open table in the order of their ids (field-ids.ts). `npm run docs` appends what is missing: change nothing by hand.
export const recordedFields: Readonly<Record<string, string>> = {
  accounts: `
    id alias name displayName email alternateEmails alternateEmails.element type subType userType enabled isAdmin
    hasAPIAccess accountRole accountRoleDisplayName authenticationFunctions authenticationFunctions.element
    authenticationMethods authenticationMethodSelectionPolicy mfaRequirements ssoRequirements authorizedLocations
    assignedLocations federationId hashIdentifiers hashIdentifiers.element approvedApplicationPermissions
    approvedApplicationUsages approvedApplicationUsages.element title companyName department costCenter employeeNumber
    countryCode jobCode jobFamily jobFamilyGroup jobFunction managerEmails managerEmails.element profilePictureUri
    licenseType licenseLevel licenseStatus createdBy createdByFederation createdDate lastModifiedBy
    lastModifiedByFederation lastModifiedDate lastActivityDate lastPasswordChangedDate expirationDate directoryEntryId
    directoryEntryFederation directoryProviderId directoryProviderFederation objectDirectoryContainerId
    objectDirectoryContainerFederation profileMetadata globalCreatedBy globalLastModifiedBy globalDirectoryEntryId
    globalDirectoryProviderId globalObjectDirectoryContainerId objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime enrichedPersonId
    enrichedOwnerAccountIds enrichedOwnerAccountIds.element enrichedIsSSOLoginAvailable enrichedSSOSourceAccountId
    analyticsDaysSinceLastActivity analyticsIsDormant analyticsDormantDaysIsLowerBound analyticsRoleCount
    analyticsUserGroupCount analyticsAssignedApplicationCount analyticsResourceInstanceCount
    analyticsResourceInstanceCountIsApproximate analyticsImpersonatableAccountsCount analyticsAccessRiskPosture
    analyticsRiskViolationCount sorPrimaryStewardEmail sorDepartment sorTitle sorManagerEmail sorEmploymentStatus`,
  roles: `
    id name description applicationRoleType type isCustom authorizedLocations globalAuthorizedLocations createdBy
    createdByFederation createdDate lastModifiedBy lastModifiedByFederation lastModifiedDate objectDirectoryContainerId
    objectDirectoryContainerFederation sourceTag globalCreatedBy globalLastModifiedBy globalObjectDirectoryContainerId
    objectMetadata objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime sorPrimaryStewardEmail analyticsAccessToResourceInstancesCount
    analyticsAccessToResourceInstancesCountIsApproximate analyticsActiveMemberCount analyticsInactiveMemberCount
    analyticsMemberAccountsCount analyticsMemberCount analyticsAssignedApplicationCount analyticsAssignedRoleCount
    analyticsAssignedUserGroupCount analyticsOwners analyticsOwners.element`,
  user_groups: `
    id name description email type isDynamic isAssignableToRole joinPolicy allowsExternalMembers owners createdDate
    lastModifiedDate sourceTag objectMetadata objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime
    objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata
    serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime analyticsMemberCount
    analyticsMemberAccountsCount analyticsActiveMemberCount analyticsInactiveMemberCount analyticsAssignedRoleCount
    analyticsAssignedApplicationCount`,
  assigned_applications: `
    id name vendorName labels oauthClientId samlEntityId authenticationRequirements globalAuthenticationRequirements
    objectDirectoryContainerId objectDirectoryContainerFederation globalObjectDirectoryContainerId objectMetadata
    objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime enrichedOAuthClientId enrichedSamlEntityId enrichedResolvedDeploymentId`,
  integrated_applications: `
    id key name category vendorName labels authenticationRequirements globalAuthenticationRequirements
    supportedFederatedRelationships supportedFederatedRelationships.element unsupportedTypes objectMetadata
    objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime globalDeploymentKey enrichedResolvedDeploymentId`,
  authenticators: `
    id name description isActive authenticationKeys authenticationKeys.element authenticationMethods objectMetadata
    objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime sorPrimaryStewardEmail`,
  authenticator_enrollments: `
    id accountKey authenticationMethods enrollmentStatus enrolledAt revokedAt deviceInfo objectMetadata
    objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime sorPrimaryStewardEmail`,
  access_assignments: `
    id entityId entityType assignedObjectId assignedObjectType entitlementSpecification federationSpecification
    globalEntityId globalEntityType globalAssignedObjectId globalAssignedObjectType globalEntitlementSpecification
    objectMetadata objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime analyticsLoginEventCount analyticsResourceAccessEventCount
    analyticsDaysSinceLastActivity analyticsFirstActivityDate analyticsLastActivityDate`,
  managed_via: `
    id entityId entityType managedViaObjectId managedViaObjectType federationSpecification globalEntityId
    globalEntityType globalManagedViaObjectId globalManagedViaObjectType objectMetadata
    objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime`,
  resource_classes: `
    id name displayName pageUri sourceTag objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime
    sorPrimaryStewardEmail analyticsResourceInstanceCount`,
  resource_instances: `
    id name displayName resourceClass parentId pageUri isSensitive externallyShared ownerAccountIds
    ownerAccountIds.element createdDate lastModifiedDate sourceTag globalResourceClass globalParentId objectMetadata
    objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime objectMetadata.Profile
    objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata serviceObjectMetadata.enrichmentVersion
    serviceObjectMetadata.generatedTime analyticsAccountsWithAccessCount analyticsAccountsWithAccessCountIsApproximate`,
  resource_hierarchy: `
    id parentId childId globalParentId globalChildId objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime`,
  departments: `
    id name code managerEmail costCenter objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime
    analyticsMemberCount`,
  department_hierarchy: `
    id parentId childId globalParentId globalChildId objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime`,
  object_directories: `
    id name description type path parentId directoryProviderId createdDate lastModifiedDate sourceTag globalParentId
    globalDirectoryProviderId objectMetadata objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime
    objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata
    serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime analyticsAccountCount
    analyticsUserGroupCount analyticsRoleCount`,
  directory_providers: `
    id name description type vendorName domains domains.element isActive isAuthoritative syncDirection lastSyncDate
    createdDate lastModifiedDate sourceTag objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime
    analyticsSyncedAccountCount`,
  permission_sets: `
    id name description type permissions resourceClass createdBy createdDate lastModifiedBy lastModifiedDate sourceTag
    globalResourceClass globalCreatedBy globalLastModifiedBy objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime
    analyticsAccountsWithAccessCount analyticsAssignedRoleCount`,
  employees: `
    id employeeNumber name displayName firstName lastName email alternateEmails alternateEmails.element employmentStatus
    employmentType hireDate terminationDate title jobCode jobFamily jobFamilyGroup jobFunction department departmentId
    costCenter companyName location countryCode managerEmployeeId managerEmail createdDate lastModifiedDate sourceTag
    profileMetadata globalDepartmentId globalManagerEmployeeId objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime enrichedPersonId
    analyticsAccountCount analyticsEnabledAccountCount`,
  persons: `
    id displayName email alternateEmails alternateEmails.element employeeId employeeNumber employmentStatus
    employmentType hireDate terminationDate title department companyName managerPersonId managerEmail joinedBy
    joinedBy.element globalEmployeeId globalManagerPersonId objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime
    analyticsAccountCount analyticsEnabledAccountCount analyticsAdminAccountCount analyticsNonHumanIdentityCount
    analyticsAssignedApplicationCount analyticsLastActivityDate analyticsDaysSinceLastActivity
    analyticsAccessRiskPosture analyticsRiskViolationCount`,
  activities: `
    id eventType category occurredAt outcome outcomeReason description actorAccountId targetObjectId targetObjectType
    ipAddress userAgent location authenticationMethods sessionId profileMetadata sourceTag globalActorAccountId
    globalTargetObjectId globalTargetObjectType objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime enrichedPersonId`,
  risk_definitions: `
    id name description severity type isEnabled entityTypes entityTypes.element remediation references
    references.element createdDate lastModifiedDate sourceTag objectMetadata objectMetadata.ApplicationInstanceId
    objectMetadata.GeneratedTime objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId
    serviceObjectMetadata serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime
    analyticsOpenViolationCount`,
  risk_violations: `
    id riskDefinitionId entityId entityType severity type status detectedAt lastObservedAt resolvedAt description
    evidence references references.element suppressionReason suppressedUntil sourceTag globalRiskDefinitionId
    globalEntityId globalEntityType objectMetadata objectMetadata.ApplicationInstanceId objectMetadata.GeneratedTime
    objectMetadata.Profile objectMetadata.ObjectOrRelationshipType globalId serviceObjectMetadata
    serviceObjectMetadata.enrichmentVersion serviceObjectMetadata.generatedTime enrichedPersonId analyticsDaysOpen`,
  application_instances: `
    application_instance_id source_id connector`,
  source_completeness: `
    application_instance_id source_id type status rows duplicates rejected gaps read_at data_date kept held_back
    assumed_fields assumed_fields.element`,
  unconfirmed_objects: `
    application_instance_id type object_id data_date`,
  container_nesting: `
    application_instance_id container_id container_type ancestor_id ancestor_type ancestor_name depth path path.element
    path.element.type path.element.id path.element.name`,
  changes: `
    application_instance_id object_type object_id object_name change fields fields.element fields.element.field
    fields.element.before fields.element.after version changed_at`,
  resource_nesting: `
    application_instance_id resource_id ancestor_id depth`,
  impersonation_steps: `
    application_instance_id from_application_instance_id from_node from_type from_id to_node to_type to_id reason
    evidence_id detail is_in_force`,
  access_nodes: `
    application_instance_id number id type name is_read is_enabled contents_of`,
  access_memberships: `
    application_instance_id member container relation_id is_account`,
  access_nesting: `
    application_instance_id inside outside depth`,
  access_grants: `
    application_instance_id holder object permissions is_denial assignment_id`,
  access_containments: `
    application_instance_id resource parent`,
  access_places: `
    application_instance_id resource ancestor depth`,
  account_person_evidence: `
    application_instance_id account_id person_id rule via_account_id is_joined`,
  person_conflicts: `
    application_instance_id object_id object_type reason person_id`,
  sso_links: `
    application_instance_id account_id source_account_id matched_by authentication_key`,
  sso_near_misses: `
    application_instance_id deployment_id assigned_application_id account_id reason`,
};
