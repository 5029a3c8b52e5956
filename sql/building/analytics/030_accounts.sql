-- The counts and dates of each account, as of when it was read. src/resources/account.ts defines each count. A count is absent
-- when the account's instance lands no objects of that kind, or when nesting was left out.

CREATE TABLE analytics.instances_with_activities AS
SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" AS instance FROM model."Activity";

CREATE TABLE analytics.landed AS
SELECT instance, coalesce(bool_or(kind = 'memberships'), false) AS memberships,
  coalesce(bool_or(kind = 'AssignedApplication'), false) AS applications,
  coalesce(bool_or(kind = 'ResourceInstance'), false) AS resources,
  coalesce(bool_or(kind = 'assignments'), false) AS assignments,
  coalesce(bool_or(kind = 'activities'), false) AS activities
FROM (
  SELECT DISTINCT instance, type AS kind FROM analytics.nodes WHERE is_read
  UNION ALL SELECT DISTINCT instance, 'memberships' FROM analytics.memberships
  UNION ALL SELECT DISTINCT instance, 'assignments' FROM analytics.grants
  UNION ALL SELECT instance, 'activities' FROM analytics.instances_with_activities
) GROUP BY instance;

CREATE TABLE analytics."Account" AS
WITH cut AS (
  SELECT profile FROM analytics.profile_entries GROUP BY profile HAVING bool_or(is_cut)
), applications AS (
  SELECT profile, sum(bit_count(bits)) AS applications FROM analytics.profile_applications GROUP BY profile
), uncounted AS (
  SELECT DISTINCT instance FROM analytics.cut_instances WHERE type = 'ResourceInstance'
)
SELECT activity.id AS "globalId",
  activity.days AS "analyticsDaysSinceLastActivity",
  activity.is_dormant AS "analyticsIsDormant",
  CASE WHEN activity.days IS NOT NULL THEN activity.last_at IS NULL END AS "analyticsDormantDaysIsLowerBound",
  CASE WHEN landed.memberships AND cut.profile IS NULL THEN coalesce(containers.roles, 0) END AS "analyticsRoleCount",
  CASE WHEN landed.memberships AND cut.profile IS NULL THEN coalesce(containers.user_groups, 0) END AS "analyticsUserGroupCount",
  CASE WHEN landed.applications AND cut.profile IS NULL THEN coalesce(applications.applications, 0) END
    AS "analyticsAssignedApplicationCount",
  CASE WHEN landed.resources AND cut.profile IS NULL AND uncounted.instance IS NULL THEN coalesce(reached.resources, 0) END
    AS "analyticsResourceInstanceCount",
  CASE WHEN landed.resources AND cut.profile IS NULL AND uncounted.instance IS NULL THEN coalesce(reached.is_approximate, false) END
    AS "analyticsResourceInstanceCountIsApproximate"
FROM analytics.account_activity AS activity
LEFT JOIN analytics.account_profiles AS listed ON listed.account = activity.account
LEFT JOIN cut ON cut.profile = listed.profile
LEFT JOIN analytics.landed AS landed ON landed.instance = activity.instance
LEFT JOIN uncounted ON uncounted.instance = activity.instance
LEFT JOIN analytics.profile_containers AS containers ON containers.profile = listed.profile
LEFT JOIN applications ON applications.profile = listed.profile
LEFT JOIN analytics.profile_resources AS reached ON reached.profile = listed.profile;
