-- The application instance that a federated reference leads to. The variable `federations` (src/warehouse/building/federation.ts) has
-- for each authentication key the instances that are deployments with this key, and those that are identity providers with it.
-- Seen from a deployment, its key names the identity provider; seen from elsewhere, a key names the deployment that has it, or else
-- the identity provider. A deployment does not provide the key that it accepts. The result is NULL when the key names no other
-- instance, or several.

CREATE TEMP MACRO only_one(candidates) AS CASE WHEN len(candidates) = 1 THEN candidates[1] END;

CREATE TEMP MACRO providers_of(federation) AS
  list_filter(federation.providers, lambda provider: NOT list_contains(federation.deployments, provider));

CREATE TEMP MACRO named_by_key(instance, federation) AS CASE
  WHEN len(list_filter(federation.deployments, lambda other: other <> instance)) = 0
    OR list_contains(federation.deployments, instance)
  THEN only_one(list_filter(providers_of(federation), lambda other: other <> instance))
  ELSE only_one(list_filter(federation.deployments, lambda other: other <> instance))
END;

CREATE TEMP MACRO federated_instance(instance, authentication_key) AS
  named_by_key(instance, map_extract_value(getvariable('federations'), authentication_key));

-- The instance of a referenced object: the one that the federation information names, or the object's own.
CREATE TEMP MACRO referenced_instance(instance, information) AS
  CASE WHEN json_extract_string(information, 'isFederated') = 'true'
    THEN federated_instance(instance, json_extract_string(information, 'authenticationKey')) ELSE instance END;

-- The instance of one side of a relationship, `Source` or `Target`: `connectionType` says which side belongs to another instance.
CREATE TEMP MACRO side_instance(instance, specification, side, authentication_key) AS
  CASE WHEN json_extract_string(specification, 'isFederated') = 'true' AND json_extract_string(specification, 'connectionType') IN (side, 'Both')
    THEN federated_instance(instance, authentication_key) ELSE instance END;
