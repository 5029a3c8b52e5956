-- Entitlements in force by which their holders can act as others: one row for each specifier that names impersonation, assuming of
-- a role or delegation, one for each that lets them add members to a group, and one for each privileged entitlement on an application.
-- A specifier may name its target after the
-- word (`impersonate:<local id>`, `*` for every account of the instance). A denial that names nothing denies every right over its
-- object.

CREATE TABLE impersonation.rights AS
WITH texts AS (
  SELECT number, is_denial, permitted AS permissions FROM analytics.entitlements
  WHERE counts AND (is_denial OR contains(specification, '"isPrivileged":true')
    OR regexp_matches(specification, 'impersonat|assume|delegat|act[-_. ]?as|add[-_. ]?(member|self)', 'i'))
), specified AS (
  SELECT number, 'Impersonation' AS reason, unnest(from_json(permissions->'fineGrainedSpecifiers', '["VARCHAR"]')) AS specifier
  FROM texts
), naming AS (
  SELECT DISTINCT number, reason, specifier, nullif(regexp_extract(specifier,
    '(?:impersonat[a-z]*|assume[-_. ]?role[a-z]*|delegat(?:e|es|ion)|act[-_. ]?as):(.+)', 1, 'is'), '') AS argument
  FROM specified
  WHERE regexp_matches(specifier, 'impersonat|assume[-_. ]?role|(^|[^a-z])delegat(e|es|ion)([^a-z]|$)', 'i')
    OR regexp_matches(specifier, '(^|[^A-Za-z])[Aa][Cc][Tt][-_. ]?[Aa][Ss]([^a-z]|$)')
  UNION ALL
  SELECT number, 'Joining', specifier, NULL FROM specified WHERE regexp_full_match(specifier, 'add[-_. ]?(members?|self)', 'i')
  UNION ALL
  SELECT number, 'Administration', NULL, NULL FROM texts WHERE (permissions->>'isPrivileged') = 'true'
), found AS (
  SELECT assigned.assignment_id AS assignment, assigned.instance, assigned.holder, assigned.object_type, assigned.object,
    assigned.is_denial, assigned.permissions & 512::USMALLINT = 0 AS has_contents, naming.reason, naming.specifier, naming.argument
  FROM analytics.grants AS assigned JOIN naming ON naming.number = assigned.entitlement
  WHERE naming.reason IN ('Impersonation', 'Joining') OR assigned.object_type IN ('IntegratedApplication', 'AssignedApplication')
), every AS (
  FROM found
  UNION ALL
  SELECT denial.assignment_id, denial.instance, denial.holder, denial.object_type, denial.object, true,
    denial.permissions & 512::USMALLINT = 0, denied.reason, denied.specifier,
    denied.argument
  FROM analytics.grants AS denial
  JOIN texts ON texts.number = denial.entitlement AND texts.is_denial
  JOIN (SELECT DISTINCT object, reason, specifier, argument FROM found WHERE NOT is_denial) AS denied
    ON denied.object = denial.object
  WHERE coalesce(len(from_json(texts.permissions->'fineGrainedSpecifiers', '["VARCHAR"]')), 0) = 0
    AND NOT coalesce(contains(texts.permissions::VARCHAR, 'true'), false)
)
SELECT every.* REPLACE (holder.id AS holder, object.id AS object), holder.type AS holder_type
FROM every
JOIN analytics.nodes AS holder ON holder.number = every.holder
JOIN analytics.nodes AS object ON object.number = every.object;
