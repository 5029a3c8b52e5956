-- Nested fields whose local references are replaced by global ids: one macro per field, with the field's name. Each takes the
-- application instance and the local form, which is JSON. (The macros use json_extract, because `->` would begin a lambda inside
-- list_transform.) Text without a reference is returned unchanged and is not parsed.

CREATE TEMP MACRO "globalEntitlementSpecification"(instance, specification) AS
  CASE
    WHEN contains(specification::VARCHAR, '"owners":[') THEN json_merge_patch(specification,
      json_object('reasonSpecificData', json_object('permissions', json_object('owners',
        list_transform(
          from_json(json_extract(specification, '$.reasonSpecificData.permissions.owners'), '["JSON"]'),
          lambda owner: json_merge_patch(owner, json_object('objectId', global_id(
            referenced_instance(instance, json_extract(owner, 'federationInformation')), json_extract_string(owner, 'objectType'), json_extract_string(owner, 'objectId'))::VARCHAR)))))))
    ELSE specification
  END;

CREATE TEMP MACRO "globalAuthenticationRequirements"(instance, requirements) AS
  CASE
    WHEN contains(requirements::VARCHAR, '"ssoExclusions":[') THEN json_merge_patch(requirements,
      json_object('ssoExclusions',
        list_transform(from_json(json_extract(requirements, 'ssoExclusions'), '["VARCHAR"]'), lambda account:
          global_id(instance, 'Account', account)::VARCHAR)))
    ELSE requirements
  END;

-- Locations refer to no objects, so both forms are the same.
CREATE TEMP MACRO "globalAuthorizedLocations"(instance, locations) AS locations;
