-- The grants that rules read: those in force that are privileged, or that belong to a group or role. Objects are node numbers. A
-- grant does not count when a denial of the same holder takes all of it away (sql/building/analytics/013_grants.sql); 64 is the bit of
-- privileges.

CREATE TABLE risks.sensitive_resources AS
SELECT resource."globalId" AS entity, node.number, resource."objectMetadata"."ApplicationInstanceId" AS instance, resource."id" AS id,
  coalesce(resource."displayName", resource."name") AS label, resource."externallyShared" AS is_shared,
  resource."ownerAccountIds" AS owner_ids
FROM model."ResourceInstance" AS resource
JOIN analytics.nodes AS node ON node.id = resource."globalId"
WHERE resource."isSensitive";

CREATE TABLE risks.grants AS
WITH denied AS (
  SELECT holder, object, bit_or(permissions) AS permissions FROM analytics.grants WHERE is_denial GROUP BY ALL
)
SELECT granted.instance, granted.holder, holder.type = 'Account' AS is_direct, granted.object, granted.object_type,
  granted.permissions & 512::USMALLINT = 0 AS has_contents,
  (analytics.effective(granted.permissions, denied.permissions) & 64::USMALLINT) > 0 AS is_privileged
FROM analytics.grants AS granted
JOIN analytics.nodes AS holder ON holder.number = granted.holder
LEFT JOIN denied ON denied.holder = granted.holder AND denied.object = granted.object
WHERE NOT granted.is_denial AND (holder.type <> 'Account' OR (granted.permissions & 64::USMALLINT) > 0)
  AND analytics.effective(granted.permissions, denied.permissions) > 0;
