-- The counts and dates of each account, as of when it was read. src/resources/account.ts defines each count. A count is absent
-- when the account's instance lands no objects of that kind, or when nesting was left out.

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
  UNION ALL SELECT DISTINCT "objectMetadata"."ApplicationInstanceId", 'activities' FROM model."Activity"
) GROUP BY instance;

CREATE TABLE analytics."Account" AS
WITH cut AS (
  SELECT profile FROM analytics.profile_entries GROUP BY profile HAVING bool_or(is_cut)
), applications AS (
  SELECT profile, sum(bit_count(bits)) AS applications FROM analytics.profile_applications GROUP BY profile
), counted AS (
  SELECT activity.*, listed.profile, cut.profile IS NOT NULL AS is_cut, landed.* EXCLUDE (instance)
  FROM analytics.account_activity AS activity
  LEFT JOIN analytics.account_profiles AS listed USING (account)
  LEFT JOIN cut USING (profile)
  LEFT JOIN analytics.landed AS landed ON landed.instance = activity.instance
)
SELECT counted.id AS "globalId",
  counted.days AS "analyticsDaysSinceLastActivity",
  counted.is_dormant AS "analyticsIsDormant",
  CASE WHEN counted.days IS NOT NULL THEN counted.last_at IS NULL END AS "analyticsDormantDaysIsLowerBound",
  CASE WHEN counted.memberships AND NOT counted.is_cut THEN coalesce(containers.roles, 0) END AS "analyticsRoleCount",
  CASE WHEN counted.memberships AND NOT counted.is_cut THEN coalesce(containers.user_groups, 0) END AS "analyticsUserGroupCount",
  CASE WHEN counted.applications AND NOT counted.is_cut THEN coalesce(applications.applications, 0) END
    AS "analyticsAssignedApplicationCount",
  CASE WHEN counts_resources THEN coalesce(reached.resources, 0) END AS "analyticsResourceInstanceCount",
  CASE WHEN counts_resources THEN coalesce(reached.is_approximate, false) END AS "analyticsResourceInstanceCountIsApproximate"
FROM (
  SELECT *, resources AND NOT is_cut AND instance NOT IN (SELECT instance FROM analytics.cut_instances WHERE type = 'ResourceInstance')
    AS counts_resources
  FROM counted
) AS counted
LEFT JOIN analytics.profile_containers AS containers USING (profile)
LEFT JOIN applications USING (profile)
LEFT JOIN analytics.profile_resources AS reached USING (profile);
