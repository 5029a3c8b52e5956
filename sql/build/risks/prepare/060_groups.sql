-- What the rules read of groups: whether the group has owners, and whether it gives privileges or any access at all, itself or
-- through the groups and roles that it is in.

CREATE TABLE risks.groups AS
WITH granting AS (
  SELECT DISTINCT inside.container.id AS container
  FROM (SELECT DISTINCT holder FROM risks.grants WHERE holder_type <> 'Account') AS granted
  JOIN analytics.containers AS outside ON outside.container.id = granted.holder
  JOIN analytics.container_pairs AS pairs ON pairs.outside = outside.number
  JOIN analytics.containers AS inside ON inside.number = pairs.inside
  WHERE inside.container.type = 'UserGroup'
)
SELECT grp."globalId" AS entity, grp."objectMetadata"."ApplicationInstanceId" AS instance, grp."id" AS id, grp."name" AS label,
  coalesce(json_array_length(grp."owners"), 0) > 0 AS has_owner,
  grp."analyticsMemberAccountsCount" AS members,
  privileged.name AS privilege,
  privileged.container IS NOT NULL AS is_privileged,
  granting.container IS NOT NULL AS gives_access
FROM filled."UserGroup" AS grp
LEFT JOIN granting ON granting.container = grp."globalId"
LEFT JOIN risks.privileged_containers AS privileged ON privileged.container = grp."globalId";

-- For each group that gives access: whether an enabled account is in it, directly or through nested groups, and for how many days
-- none of these was used; absent when that is unknown for one of them. The least of all members is the least of the least of each
-- direct container, so no pairs of account and group are made.
CREATE TABLE risks.group_use AS
WITH direct AS (
  SELECT relation."globalManagedViaObjectId" AS container, min(account.days_unused) AS days_unused,
    bool_or(account.days_unused IS NULL) AS is_unknown
  FROM model."EntityManagedViaObject" AS relation
  JOIN risks.accounts AS account ON account.entity = relation."globalEntityId"
  WHERE relation."entityType" = 'Account' AND account.enabled
  GROUP BY ALL
)
SELECT grp.entity, CASE WHEN NOT bool_or(direct.is_unknown) THEN min(direct.days_unused) END AS days_unused
FROM risks.groups AS grp
JOIN analytics.containers AS outside ON outside.container.id = grp.entity
JOIN analytics.container_pairs AS pairs ON pairs.outside = outside.number
JOIN analytics.containers AS inside ON inside.number = pairs.inside
JOIN direct ON direct.container = inside.container.id
WHERE grp.gives_access
GROUP BY grp.entity;
