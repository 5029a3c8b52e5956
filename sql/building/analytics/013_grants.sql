-- What is assigned to whom, over node numbers, and the rule of denial. This is the only place that defines it
-- (003_effective.sql has it as a macro, and 004_entitlements.sql reads the texts of assignments by it); counts, lookups and views all
-- combine the rows of analytics.grants in the same way.
--
-- An assignment counts when it is in force: `enabled` is not false. Its permissions are a set of bits: 1 create, 2 read, 4 update,
-- 8 delete, 16 execute, 32 share, 64 privileged, 128 other: access for which the source sets none of the first six flags. (256 stands
-- for membership in a container. Assignments do not have it, so no denial takes it away. 512 stands for a grant or denial of its object
-- only, `appliesToContents` is false; whatever goes from an object to what it contains leaves these out.)
--
-- 1. An account has the grants and the denials of itself and of every container that it is in, over any number of steps.
-- 2. A grant or denial of a resource also holds for everything that the resource contains, unless its `appliesToContents` is false.
--    With `contentPermissions`, a contained resource has the permissions of the first element that names its class, or none. These
--    are grants of a node that stands for the resources of such classes (analytics.contents).
-- 3. A denial takes away the permissions that it names, and all permissions when it names none. Denials win over grants, wherever
--    they come from.
-- 4. An account reaches an object while a permission of a grant is left. Privileged alone is not one: it qualifies the other
--    permissions of the same grant, and goes with them.
-- 5. A denial with conditions takes nothing away, because it does not always hold. A grant with conditions counts as access.
-- The application's own names of permissions (specifiers) are not compared, because their meaning is not known.

CREATE TABLE analytics.grants AS
SELECT named.instance, named.assignment_id, holder.number AS holder, object.number AS object,
  CASE named.object_type WHEN 'Contents' THEN 'ResourceInstance' ELSE named.object_type END AS object_type,
  coalesce(entitlement.permissions, 128)::USMALLINT AS permissions, coalesce(entitlement.is_denial, false) AS is_denial,
  object.is_read AS is_object_read, entitlement.number AS entitlement
FROM analytics.named_assignments AS named
JOIN analytics.named_nodes AS holder ON holder.instance = named.instance AND holder.home = named.holder_home
  AND holder.type = named.holder_type AND holder.name = named.holder_name
JOIN analytics.named_nodes AS object ON object.instance = named.instance AND object.home = named.object_home
  AND object.type = named.object_type AND object.name = named.object_name
LEFT JOIN analytics.entitlements AS entitlement ON entitlement.number = named.entitlement
WHERE coalesce(entitlement.counts, true);
DROP TABLE analytics.named_assignments;
DROP TABLE analytics.named_nodes;
