-- The members of each user group, directly and through nesting: one row for each direct membership that leads to it.
-- group_id: Global id of the user group
-- group_name: Name of the user group
-- member_id: Global id of the member
-- member_type: Account, UserGroup, Role or another type
-- member_name: Username of an account, name of anything else
SELECT
  membership.application_instance_id,
  membership.source_id,
  membership.container_id AS group_id,
  membership.container_name AS group_name,
  membership.member_id,
  membership.member_type,
  member.object_name AS member_name,
  membership.depth,
  membership.path
FROM service_identity.memberships AS membership
LEFT JOIN service_identity.objects AS member ON member.object_id = membership.member_id
WHERE membership.container_type = 'UserGroup'
