-- scope: island
-- What is assigned to whom, over node numbers, and the rule of denial. This is the only place that defines it
-- (003_effective.sql has it as a macro); counts, lookups and views all combine the rows of analytics.grants in the same way.
--
-- An assignment counts when it is in force: `enabled` is not false. Its permissions are a set of bits: 1 create, 2 read, 4 update,
-- 8 delete, 16 execute, 32 share, 64 privileged, 128 other: access for which the source sets none of the first six flags. (256 stands
-- for membership in a container. Assignments do not have it, so no denial takes it away.)
--
-- 1. An account has the grants and the denials of itself and of every container that it is in, over any number of steps.
-- 2. A grant or denial of a resource also holds for everything that the resource contains.
-- 3. A denial takes away the permissions that it names, and all permissions when it names none. Denials win over grants, wherever
--    they come from.
-- 4. An account reaches an object while a permission of a grant is left. Privileged alone is not one: it qualifies the other
--    permissions of the same grant, and goes with them.
-- 5. A denial with conditions takes nothing away, because it does not always hold. A grant with conditions counts as access.
-- The application's own names of permissions (specifiers) are not compared, because their meaning is not known.

-- The texts of entitlements are few, so each is parsed once and not for every assignment.
CREATE TABLE analytics.entitlements AS
WITH texts AS (
  SELECT DISTINCT specification FROM analytics.named_assignments
), parsed AS (
  SELECT specification, specification->'$.reasonSpecificData' AS data,
    from_json(specification->'$.reasonSpecificData.permissions', '{"isCreate": "BOOLEAN", "isRead": "BOOLEAN",
      "isUpdate": "BOOLEAN", "isDelete": "BOOLEAN", "isExecute": "BOOLEAN", "isShare": "BOOLEAN",
      "isPrivileged": "BOOLEAN"}') AS may
  FROM texts
), flags AS (
  SELECT specification, data, may."isPrivileged" IS TRUE AS is_privileged,
    (may."isCreate" IS TRUE)::INTEGER + 2 * (may."isRead" IS TRUE)::INTEGER + 4 * (may."isUpdate" IS TRUE)::INTEGER
    + 8 * (may."isDelete" IS TRUE)::INTEGER + 16 * (may."isExecute" IS TRUE)::INTEGER
    + 32 * (may."isShare" IS TRUE)::INTEGER AS named,
    (data->>'type') IS NOT DISTINCT FROM 'Denial' AS is_denial
  FROM parsed
)
SELECT row_number() OVER ()::INTEGER AS number, specification, is_denial,
  (CASE
    WHEN NOT is_denial THEN named + CASE WHEN is_privileged THEN 64 ELSE 0 END + CASE WHEN named = 0 THEN 128 ELSE 0 END
    WHEN named > 0 THEN named + CASE WHEN is_privileged THEN 64 ELSE 0 END
    WHEN is_privileged THEN 64
    ELSE 255
  END)::USMALLINT AS permissions,
  coalesce(data->>'enabled' <> 'false', true) AND NOT (is_denial AND coalesce(data->>'conditions' NOT IN ('{}', 'null'), false)) AS counts
FROM flags;

CREATE TABLE analytics.grants AS
SELECT named.instance, named.assignment_id, holder.number AS holder, object.number AS object, named.object_type,
  coalesce(entitlement.permissions, 128)::USMALLINT AS permissions, coalesce(entitlement.is_denial, false) AS is_denial,
  object.is_read AS is_object_read, entitlement.number AS entitlement
FROM analytics.named_assignments AS named
JOIN analytics.named_nodes AS holder ON holder.instance = named.instance AND holder.home = named.holder_home
  AND holder.type = named.holder_type AND holder.name = named.holder_name
JOIN analytics.named_nodes AS object ON object.instance = named.instance AND object.home = named.object_home
  AND object.type = named.object_type AND object.name = named.object_name
LEFT JOIN analytics.entitlements AS entitlement ON entitlement.specification = named.specification
WHERE coalesce(entitlement.counts, true);
DROP TABLE analytics.named_assignments;
DROP TABLE analytics.named_nodes;
