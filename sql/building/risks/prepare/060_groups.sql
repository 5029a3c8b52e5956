-- What the rules read of groups: whether the group has owners, and whether it gives privileges or any access at all, itself or
-- through the groups and roles that it is in.

CREATE TABLE risks.groups AS
WITH granting AS (
  SELECT DISTINCT pairs.inside AS container
  FROM (SELECT DISTINCT holder FROM risks.grants WHERE NOT is_direct) AS granted
  JOIN analytics.container_pairs AS pairs ON pairs.outside = granted.holder
)
SELECT grp."globalId" AS entity, container.number, grp."objectMetadata"."ApplicationInstanceId" AS instance, grp."id" AS id,
  grp."name" AS label, grp."sourceTag" AS source_tag, coalesce(json_array_length(grp."owners"), 0) > 0 AS has_owner,
  grp."analyticsMemberAccountsCount" AS members,
  object.name AS privilege,
  privileged.container IS NOT NULL AS is_privileged,
  granting.container IS NOT NULL AS gives_access
FROM filled."UserGroup" AS grp
JOIN analytics.containers AS container ON container.container.id = grp."globalId"
LEFT JOIN granting ON granting.container = container.number
LEFT JOIN risks.privileged_containers AS privileged ON privileged.container = container.number
LEFT JOIN analytics.nodes AS object ON object.number = privileged.object;

-- Each group that gives access and has an enabled account in it, directly or through nested groups, with the number of days for which
-- none of these accounts was used; the number is absent when it is unknown for one of them. The minimum over all members
-- is the minimum of the minima of the direct containers, so no pairs of account and group are made.
CREATE TABLE risks.group_use AS
WITH direct AS (
  SELECT membership.container, min(account.days_unused) AS days_unused, bool_or(account.days_unused IS NULL) AS is_unknown
  FROM analytics.memberships AS membership
  JOIN risks.accounts AS account ON account.number = membership.member
  WHERE membership.is_account AND account.enabled
  GROUP BY ALL
)
SELECT grp.entity, CASE WHEN NOT bool_or(direct.is_unknown) THEN min(direct.days_unused) END AS days_unused
FROM risks.groups AS grp
JOIN analytics.container_pairs AS pairs ON pairs.outside = grp.number
JOIN direct ON direct.container = pairs.inside
WHERE grp.gives_access
GROUP BY grp.entity;
