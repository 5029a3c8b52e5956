-- What differs between the versions `$since` and `$until`, an object per row, in the order of type and id; with `$newest`, those that
-- changed last come first. Several changes of one object count together: what it was first and what it was last. An object that
-- appeared and vanished again is no row, nor is one that has all its former values again. `$type`, `$change` and `$application_instance_id` limit the rows; NULL: all.
WITH entries AS (
  SELECT *, object_type || '/' || object_id::VARCHAR AS object_key FROM inventory.changes
  WHERE version > $since::BIGINT AND version <= $until::BIGINT
    AND ($type::VARCHAR IS NULL OR object_type = $type::VARCHAR)
    AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
    AND ($newest::BOOLEAN OR $after::VARCHAR IS NULL OR object_type || '/' || object_id::VARCHAR > $after::VARCHAR)
), objects AS (
  SELECT object_key, count(*) AS count, max(version) AS version, max(changed_at) AS changed_at,
    CASE WHEN $newest::BOOLEAN THEN printf('%016d/', 9007199254740991 - max(version)) || object_key ELSE object_key END AS page_key,
    arg_max(object_name, version) AS object_name,
    arg_min(change, version) = 'Appeared' AS is_new, arg_max(change, version) = 'Vanished' AS is_gone
  FROM entries GROUP BY object_key HAVING NOT (is_new AND is_gone)
), several_changes AS (
  SELECT DISTINCT object_key FROM (
    SELECT object_key, field.field
    FROM (
      SELECT object_key, version, unnest(fields) AS field
      FROM entries SEMI JOIN (FROM objects WHERE count > 1 AND NOT is_new AND NOT is_gone) AS unsure USING (object_key)
    ) GROUP BY ALL
    HAVING first(field."before" ORDER BY version) IS DISTINCT FROM last(field."after" ORDER BY version)
  )
), page AS (
  FROM objects
  WHERE (count = 1 OR is_new OR is_gone OR object_key IN (FROM several_changes))
    AND ($after::VARCHAR IS NULL OR page_key > $after::VARCHAR)
    AND ($change::VARCHAR IS NULL
      OR $change::VARCHAR = CASE WHEN is_new THEN 'Appeared' WHEN is_gone THEN 'Vanished' ELSE 'Changed' END)
  ORDER BY page_key LIMIT $size
), page_fields AS (
  SELECT object_key, list({'field': name, 'before': "before", 'after': "after"} ORDER BY name) AS fields
  FROM (
    SELECT object_key, field.field AS name,
      first(field."before" ORDER BY version) AS "before", last(field."after" ORDER BY version) AS "after"
    FROM (
      SELECT object_key, version, unnest(fields) AS field
      FROM entries SEMI JOIN (FROM page WHERE NOT is_new) AS shown USING (object_key)
    ) GROUP BY ALL
  ) WHERE "before" IS DISTINCT FROM "after" GROUP BY object_key
)
SELECT
  page.page_key,
  CASE WHEN page.is_new THEN 'Appeared' WHEN page.is_gone THEN 'Vanished' ELSE 'Changed' END AS change,
  entry.object_type, entry.object_id, page.object_name, entry.application_instance_id,
  page_fields.fields, page.version, page.changed_at
FROM page
JOIN (SELECT DISTINCT object_key, object_type, object_id, application_instance_id FROM entries) AS entry USING (object_key)
LEFT JOIN page_fields USING (object_key)
ORDER BY page_key
