-- The counts of user groups, roles and permission sets, nesting included. A count is absent when nesting of its instance was left
-- out, the counts of active members where the instance has no activity data.

CREATE TABLE analytics.counted_containers AS
WITH applications AS (
  SELECT profile, sum(bit_count(bits)) AS applications FROM analytics.profile_applications GROUP BY profile
)
SELECT container.container.id AS id, container.container.type AS type, member.*,
  coalesce(account.accounts, 0) AS accounts, account.accounts IS NOT NULL AND account.active_accounts + account.dormant_accounts = 0 AS knows_no_activity,
  coalesce(account.active_accounts, 0) AS active_accounts, coalesce(account.dormant_accounts, 0) AS dormant_accounts,
  CASE WHEN landed.applications THEN coalesce(applications.applications, 0) END AS applications,
  CASE WHEN landed.resources AND NOT is_cut_in_resources THEN coalesce(reached.resources, 0) END AS resources,
  CASE WHEN landed.resources AND NOT is_cut_in_resources THEN coalesce(reached.is_approximate, false) END AS is_approximate
FROM (
  SELECT *, instance IN (SELECT instance FROM analytics.cut_instances WHERE type = 'ResourceInstance') AS is_cut_in_resources
  FROM analytics.containers
  WHERE is_read AND instance NOT IN (SELECT instance FROM analytics.cut_instances WHERE type = 'Container')
) AS container
JOIN analytics.landed AS landed ON landed.instance = container.instance AND landed.memberships
JOIN analytics.container_members AS member ON member.container = container.number
LEFT JOIN analytics.container_accounts AS account ON account.container = container.number
LEFT JOIN analytics.container_profiles AS listed ON listed.container = container.number
LEFT JOIN applications USING (profile)
LEFT JOIN analytics.profile_resources AS reached USING (profile);

CREATE TABLE analytics."UserGroup" AS
SELECT id AS "globalId", members AS "analyticsMemberCount", accounts AS "analyticsMemberAccountsCount",
  CASE WHEN NOT knows_no_activity THEN active_accounts END AS "analyticsActiveMemberCount",
  CASE WHEN NOT knows_no_activity THEN dormant_accounts END AS "analyticsInactiveMemberCount",
  roles_held AS "analyticsAssignedRoleCount", applications AS "analyticsAssignedApplicationCount"
FROM analytics.counted_containers WHERE type = 'UserGroup';

-- The owners of a role are the entities with an ownership entitlement for it, and the owners that such an entitlement names.
CREATE TABLE analytics."Role" AS
WITH owned AS (
  SELECT "globalAssignedObjectId" AS role, "globalEntityId"::VARCHAR AS holder, "globalEntitlementSpecification" AS specification
  FROM model."EntityAssignedAccessToObject"
  WHERE "assignedObjectType" = 'Role' AND contains("entitlementSpecification"::VARCHAR, 'Own')
), owners AS (
  SELECT role, holder AS owner FROM owned
  WHERE specification->>'reason' = 'Ownership'
    OR (specification->>'$.reasonSpecificData.permissions.ownershipLevel') IN ('Owner', 'CoOwner')
  UNION
  SELECT role, unnest(from_json(specification->'$.reasonSpecificData.permissions.owners', '[{"objectId": "VARCHAR"}]'))."objectId"
  FROM owned
)
SELECT role."globalId", active."analyticsOwners",
  counted.resources AS "analyticsAccessToResourceInstancesCount",
  counted.is_approximate AS "analyticsAccessToResourceInstancesCountIsApproximate",
  CASE WHEN NOT knows_no_activity THEN counted.active_accounts END AS "analyticsActiveMemberCount",
  CASE WHEN NOT knows_no_activity THEN counted.dormant_accounts END AS "analyticsInactiveMemberCount",
  counted.accounts AS "analyticsMemberAccountsCount", counted.members AS "analyticsMemberCount",
  counted.applications AS "analyticsAssignedApplicationCount", counted.roles_held AS "analyticsAssignedRoleCount",
  counted.user_groups_inside AS "analyticsAssignedUserGroupCount"
FROM model."Role" AS role
LEFT JOIN analytics.counted_containers AS counted ON counted.id = role."globalId"
LEFT JOIN (SELECT role, list_sort(list(DISTINCT owner)) AS "analyticsOwners" FROM owners WHERE owner IS NOT NULL GROUP BY role)
  AS active ON active.role = role."globalId";

CREATE TABLE analytics."PermissionSet" AS
SELECT id AS "globalId", accounts AS "analyticsAccountsWithAccessCount", roles_inside AS "analyticsAssignedRoleCount"
FROM analytics.counted_containers WHERE type = 'PermissionSet';
