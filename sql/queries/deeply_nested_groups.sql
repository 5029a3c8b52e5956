-- name: Deeply nested groups
-- description: Groups and roles that are nested over several levels, with the longest path to the top.
-- tags: nesting, groups
-- parameter levels: 3  least number of levels above the group
SELECT source.source_id, member.object_name AS member_name, membership.member_type, max(membership.depth) AS levels,
  arg_max([step.name FOR step IN membership.path], membership.depth) AS way_up
FROM memberships AS membership
JOIN application_instances AS source USING (application_instance_id)
JOIN objects AS member ON member.object_id = membership.member_id
WHERE membership.member_type <> 'Account'
GROUP BY source.source_id, membership.member_id, member.object_name, membership.member_type
HAVING max(membership.depth) >= :levels
ORDER BY levels DESC, member_name
