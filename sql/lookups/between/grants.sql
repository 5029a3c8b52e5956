-- The grants and denials of some holders on some objects. More than 200,000 rows mean that there are more.
--   $holders, $places: numbers of nodes, with commas between them
WITH granted AS MATERIALIZED (
  SELECT DISTINCT granted.holder, granted.object
  FROM (SELECT unnest(string_split($places::VARCHAR, ','))::INTEGER AS object) AS places
  JOIN inventory.access_grants_by_object AS granted USING (object)
  SEMI JOIN (SELECT unnest(string_split($holders::VARCHAR, ','))::INTEGER AS holder) AS holders USING (holder)
)
SELECT assigned.holder, assigned.object, assigned.permissions, assigned.is_denial, assigned.assignment_id AS id
FROM granted JOIN inventory.access_grants AS assigned USING (holder, object)
LIMIT 200001
