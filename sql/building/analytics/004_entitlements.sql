-- What the entitlements of assignments say, by the rule in 013_grants.sql. The texts are few, so each is parsed once and not for every
-- assignment, and an assignment has the numbers of its text instead of a copy: copies would take more memory than all else here.
-- A text with `contentPermissions` has one row for its object, without classes, and one for each element, with the classes of the
-- contained resources that the element is about. A class that several elements name belongs to the first.
CREATE TABLE analytics.entitlements AS
WITH texts AS (
  SELECT DISTINCT "entitlementSpecification"::VARCHAR AS specification FROM model."EntityAssignedAccessToObject"
), data AS (
  SELECT specification, specification->'$.reasonSpecificData' AS data FROM texts
), elements AS (
  SELECT specification, generate_subscripts(listed, 1) AS position, unnest(listed) AS element
  FROM (SELECT specification, from_json(data->'contentPermissions', '["JSON"]') AS listed FROM data)
), named_classes AS (
  SELECT specification, class, min(position) AS position
  FROM (SELECT specification, position, unnest(from_json(element->'resourceClasses', '["VARCHAR"]')) AS class FROM elements)
  GROUP BY ALL
), contents AS (
  SELECT specification, position, list(class ORDER BY class) AS classes FROM named_classes GROUP BY ALL
), parsed AS (
  SELECT specification, data, data->'permissions' AS permissions, NULL::VARCHAR[] AS classes,
    (data->>'appliesToContents') = 'false' OR (data->'contentPermissions') IS NOT NULL AS is_only_here
  FROM data
  UNION ALL
  SELECT specification, data, element->'permissions', classes, false
  FROM contents JOIN elements USING (specification, position) JOIN data USING (specification)
), described AS (
  SELECT *, from_json(permissions, '{"isCreate": "BOOLEAN", "isRead": "BOOLEAN", "isUpdate": "BOOLEAN", "isDelete": "BOOLEAN",
    "isExecute": "BOOLEAN", "isShare": "BOOLEAN", "isPrivileged": "BOOLEAN"}') AS may
  FROM parsed
), flags AS (
  SELECT specification, data, permissions, classes, is_only_here, may."isPrivileged" IS TRUE AS is_privileged,
    (may."isCreate" IS TRUE)::INTEGER + 2 * (may."isRead" IS TRUE)::INTEGER + 4 * (may."isUpdate" IS TRUE)::INTEGER
    + 8 * (may."isDelete" IS TRUE)::INTEGER + 16 * (may."isExecute" IS TRUE)::INTEGER
    + 32 * (may."isShare" IS TRUE)::INTEGER AS named,
    (data->>'type') IS NOT DISTINCT FROM 'Denial' AS is_denial
  FROM described
)
SELECT row_number() OVER ()::INTEGER AS number, specification, classes, permissions AS permitted, is_denial,
  (CASE
    WHEN NOT is_denial THEN named + CASE WHEN is_privileged THEN 64 ELSE 0 END + CASE WHEN named = 0 THEN 128 ELSE 0 END
    WHEN named > 0 THEN named + CASE WHEN is_privileged THEN 64 ELSE 0 END
    WHEN is_privileged THEN 64
    ELSE 255
  END + CASE WHEN is_only_here IS TRUE THEN 512 ELSE 0 END)::USMALLINT AS permissions,
  coalesce(data->>'enabled' <> 'false', true) AND NOT (is_denial AND coalesce(data->>'conditions' NOT IN ('{}', 'null'), false)) AS counts
FROM flags;
