-- The changes of the previous version (`history.entries`) that are still kept. `history.points` says for each previous version to which
-- version its changes now belong. Several changes of one object in one version become one change: from what the object was before the
-- first to what it was after the last. An object that appeared and vanished again leaves nothing, and a field that has its first value
-- again does not count.
--
-- The fields of an object that appeared are not listed, because the version in service has the object. Only an object that
-- appears again after it vanished has them listed, so that its form before it vanished can be compared with the present one.
WITH entries AS (
  SELECT entry.* REPLACE (point.into_version AS version, point.into_time AS changed_at), entry.version AS found_in
  FROM history.entries AS entry JOIN history.points AS point ON point.version = entry.version
), objects AS (
  SELECT object_id, version, count(*) AS count,
    any_value(application_instance_id) AS application_instance_id, any_value(object_type) AS object_type,
    arg_max(object_name, found_in) AS object_name, any_value(changed_at) AS changed_at, any_value(fields) AS only_fields,
    arg_min(change, found_in) = 'Appeared' AS is_new, arg_max(change, found_in) = 'Vanished' AS is_gone,
    arg_min(fields IS NOT NULL, found_in) AS is_listed
  FROM entries GROUP BY object_id, version
), merged AS (
  SELECT object_id, version, list({'field': name, 'before': "before", 'after': "after"} ORDER BY name) AS fields
  FROM (
    SELECT object_id, version, field.field AS name,
      first(field."before" ORDER BY found_in) AS "before", last(field."after" ORDER BY found_in) AS "after"
    FROM (
      SELECT object_id, version, found_in, unnest(fields) AS field
      FROM entries SEMI JOIN (FROM objects WHERE count > 1) AS several USING (object_id, version)
    ) GROUP BY ALL
  ) WHERE "before" IS DISTINCT FROM "after" GROUP BY object_id, version
)
SELECT objects.application_instance_id, objects.object_type, object_id, objects.object_name,
  CASE WHEN objects.is_new THEN 'Appeared' WHEN objects.is_gone THEN 'Vanished' ELSE 'Changed' END AS change,
  CASE WHEN objects.count = 1 THEN objects.only_fields
    WHEN objects.is_listed OR NOT objects.is_new THEN merged.fields END AS fields,
  version, objects.changed_at
FROM objects LEFT JOIN merged USING (object_id, version)
WHERE objects.count = 1 OR objects.is_new <> objects.is_gone OR (NOT objects.is_new AND merged.fields IS NOT NULL)
