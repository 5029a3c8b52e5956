-- The gaps that the build found in relations between objects, in the form of the ledger's gaps, for each instance and type. When objects are missing
-- because of a gap, the read does not count as complete.

CREATE TABLE analytics.relation_gaps AS
WITH cut AS (
  SELECT instance, count(*) AS count
  FROM analytics.containers_left_out JOIN analytics.containers USING (number) GROUP BY ALL
), cut_resources AS (
  SELECT application_instance_id AS instance, count(*) AS count FROM analytics.resources_left_out GROUP BY ALL
), found AS (
  SELECT instance, 'EntityManagedViaObject' AS type, 'nesting' AS subject, 'objects' AS missing, count
    || ' groups, roles and permission sets lie in too many others for the memory of the build (build.memory_mb); the counts of their members are absent' AS message
  FROM cut
  UNION ALL
  SELECT instance, unnest(['ResourceInstance', 'ResourceInstanceContainsResourceInstance']), 'nesting', 'objects', count
    || ' resources lie in too many others for the memory of the build (build.memory_mb)'
  FROM cut_resources
  UNION ALL
  SELECT instance, type, subject, 'fields', count || ' ' || meaning || ' that were not read'
  FROM (FROM analytics.dangling UNION ALL BY NAME FROM analytics.dangling_references
    UNION ALL BY NAME FROM analytics.dangling_references_of_activities)
)
SELECT instance AS application_instance_id, type, missing = 'objects' AS is_partial,
  {'reason': 'failed', 'subject': subject, 'message': message, 'missing': missing}::JSON AS gap
FROM found;
