-- name: Groups that grant almost everything
-- description: Groups whose members reach a large part of the applications or resources to which anybody has access in the same source, nesting included.
-- tags: groups, least-privilege
-- parameter percent: 80  smallest part of the objects, in percent
-- parameter objects: 5  least number of objects in the source, so that a percentage is meaningful
WITH holders AS (
  SELECT application_instance_id, global_id AS group_id, global_id AS holder_id FROM user_groups
  UNION
  SELECT application_instance_id, member_id, container_id FROM memberships WHERE member_type = 'UserGroup'
), granted AS (
  SELECT application_instance_id, global_entity_id AS holder_id, assigned_object_type AS object_type,
    global_assigned_object_id AS object_id
  FROM access_assignments WHERE entitlement_type IS DISTINCT FROM 'Denial'
), totals AS (
  SELECT application_instance_id, object_type, count(DISTINCT object_id) AS objects FROM granted GROUP BY ALL
), reached AS (
  SELECT holders.group_id, granted.application_instance_id, granted.object_type, count(DISTINCT granted.object_id) AS reached
  FROM holders JOIN granted USING (holder_id) GROUP BY ALL
)
SELECT source.source_id, grp.name AS group_name, reached.object_type, reached.reached, totals.objects,
  count(DISTINCT member.member_id) FILTER (member.member_type = 'Account') AS member_accounts
FROM reached
JOIN totals USING (application_instance_id, object_type)
JOIN application_instances AS source USING (application_instance_id)
JOIN user_groups AS grp ON grp.global_id = reached.group_id
LEFT JOIN group_members AS member ON member.group_id = reached.group_id
WHERE totals.objects >= :objects AND reached.reached * 100 >= totals.objects * :percent
GROUP BY ALL
ORDER BY member_accounts DESC, group_name
