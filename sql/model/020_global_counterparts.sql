-- Nested fields with their references made tenant-wide: one macro per field, named as the field. Each takes the
-- application instance and the local form.

CREATE TEMP MACRO "globalEntitlementSpecification"(instance, specification) AS
  CASE
    WHEN specification.reasonSpecificData.permissions.owners IS NULL THEN specification
    ELSE struct_update(specification, reasonSpecificData := struct_update(specification.reasonSpecificData,
      permissions := struct_update(specification.reasonSpecificData.permissions,
        owners := list_transform(specification.reasonSpecificData.permissions.owners, lambda owner:
          struct_update(owner, objectId := global_id(instance, owner.objectType, owner.objectId)::VARCHAR)))))
  END;

CREATE TEMP MACRO "globalAuthenticationRequirements"(instance, requirements) AS
  CASE
    WHEN requirements.ssoExclusions IS NULL THEN requirements
    ELSE struct_update(requirements, ssoExclusions := list_transform(requirements.ssoExclusions, lambda account:
      global_id(instance, 'Account', account)::VARCHAR))
  END;

-- Locations refer to no object, so both forms are the same.
CREATE TEMP MACRO "globalAuthorizedLocations"(instance, locations) AS locations;
