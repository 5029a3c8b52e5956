-- title: Privilege that is not used
-- severity: Medium
-- type: Access
-- entity: Account
-- data: instance
-- needs: privileged grants
-- why: A privilege that its holder does not need is only of use to somebody who takes the account over.
-- fix: Take the privileged grant away, or take the account out of the group or role that gives it.
-- references: ISO/IEC 27001:2022 A.8.2; NIST SP 800-53 Rev. 5 AC-6(7); OWASP NHI5:2025
-- parameter days: 90  days without use of anything that the account is privileged on
-- Use is an activity of the account on an object that somebody is privileged on. Nothing is claimed in an instance that does not
-- report such use for every kind of object that privileges are given on, or has reported it for a shorter time.
WITH objects AS (
  SELECT DISTINCT granted.instance, node.id AS object, granted.object_type
  FROM risks.grants AS granted JOIN analytics.nodes AS node ON node.number = granted.object
  WHERE granted.is_privileged
), used AS (
  SELECT activity."globalActorAccountId" AS account, max(analytics.known_time(activity."occurredAt", activity.data_date)) AS used_at
  FROM model."Activity" AS activity
  SEMI JOIN objects ON objects.object = activity."globalTargetObjectId"
  WHERE activity."outcome" <> 'Failure' GROUP BY ALL
), reported AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "targetObjectType" AS object_type, min(analytics.known_time("occurredAt", data_date)) AS since
  FROM model."Activity" WHERE "targetObjectType" IS NOT NULL GROUP BY ALL
), observed AS (
  SELECT kinds.instance, CASE WHEN count(*) = count(reported.since) THEN max(reported.since) END AS since
  FROM (SELECT DISTINCT instance, object_type FROM objects) AS kinds
  LEFT JOIN reported USING (instance, object_type) GROUP BY kinds.instance
)
SELECT holder.entity, holder.instance, holder.id,
  CASE WHEN days_between(holder.created_at, holder.data_date) < $days OR days_between(used.used_at, holder.data_date) < $days THEN false
    WHEN days_between(observed.since, holder.data_date) >= $days THEN true END AS violated,
  holder.subject_text || ' has not used a privileged grant for ' || CASE WHEN used.used_at IS NULL THEN 'at least ' ELSE '' END
    || counted_days(days_between(coalesce(used.used_at, observed.since), holder.data_date)) || '.' AS sentence,
  risk_evidence([risk_fact('privilegedOn', holder.privilege), risk_fact('isDirect', holder.is_direct),
    risk_fact('lastUse', used.used_at), risk_fact('usesKnownSince', observed.since)]) AS evidence
FROM risks.administrators AS holder
LEFT JOIN used ON used.account = holder.entity
LEFT JOIN observed ON observed.instance = holder.instance
WHERE holder.enabled AND holder.is_direct IS NOT NULL
