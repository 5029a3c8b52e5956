-- The application instance that an authentication key names. The variable `federations` (src/warehouse/building/federation.ts) has for each
-- key what it names for the instances that are deployments with this key or identity providers with it (`members`), and for all others.
-- The result is NULL when the key names no other instance, or several.

CREATE TEMP MACRO seen_from(instance, federation) AS
  CASE WHEN map_contains(federation.members, instance) THEN map_extract_value(federation.members, instance) ELSE federation.others END;

CREATE TEMP MACRO federated_instance(instance, authentication_key) AS
  seen_from(instance, map_extract_value(getvariable('federations'), authentication_key));

-- The instance of a referenced object: the one that the federation information names, or the object's own.
CREATE TEMP MACRO referenced_instance(instance, information) AS
  CASE WHEN json_extract_string(information, 'isFederated') = 'true'
    THEN federated_instance(instance, json_extract_string(information, 'authenticationKey')) ELSE instance END;

-- The instance of one side of a relationship, `Source` or `Target`: `connectionType` says which side belongs to another instance.
CREATE TEMP MACRO side_instance(instance, specification, side, authentication_key) AS
  CASE WHEN json_extract_string(specification, 'isFederated') = 'true' AND json_extract_string(specification, 'connectionType') IN (side, 'Both')
    THEN federated_instance(instance, authentication_key) ELSE instance END;
