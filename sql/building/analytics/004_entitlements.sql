-- scope: island
-- What the entitlements of assignments say, by the rule in 013_grants.sql. The texts are few, so each is parsed once and not for every
-- assignment, and an assignment has the number of its text instead of a copy: copies would take more memory than all else here.
CREATE TABLE analytics.entitlements AS
WITH texts AS (
  SELECT DISTINCT "entitlementSpecification"::VARCHAR AS specification FROM model."EntityAssignedAccessToObject"
), parsed AS (
  SELECT specification, specification->'$.reasonSpecificData' AS data,
    from_json(specification->'$.reasonSpecificData.permissions', '{"isCreate": "BOOLEAN", "isRead": "BOOLEAN",
      "isUpdate": "BOOLEAN", "isDelete": "BOOLEAN", "isExecute": "BOOLEAN", "isShare": "BOOLEAN",
      "isPrivileged": "BOOLEAN"}') AS may
  FROM texts
), flags AS (
  SELECT specification, data, (data->>'appliesToContents') = 'false' AS is_only_here, may."isPrivileged" IS TRUE AS is_privileged,
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
  END + CASE WHEN is_only_here IS TRUE THEN 512 ELSE 0 END)::USMALLINT AS permissions,
  coalesce(data->>'enabled' <> 'false', true) AND NOT (is_denial AND coalesce(data->>'conditions' NOT IN ('{}', 'null'), false)) AS counts
FROM flags;
