-- name: Groups without members
-- description: Groups without a single account in them, nesting included, and whether they still grant something.
-- tags: groups, hygiene
SELECT source.source_id, grp.name, grp.type, grp.is_dynamic, count(DISTINCT assignment.global_id) AS grants
FROM user_groups AS grp
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN access_assignments AS assignment ON assignment.global_entity_id = grp.global_id
WHERE grp.global_id NOT IN (SELECT group_id FROM group_members WHERE member_type = 'Account')
GROUP BY ALL
ORDER BY grants DESC, source.source_id, grp.name
