-- What is counted through memberships, each container and each account once: the containers of each profile by type, and the
-- accounts of each container. Containers that were not read are not counted, and neither are accounts that were not read.

CREATE TABLE analytics.profile_containers AS
SELECT held.profile, sum(counted.roles)::BIGINT AS roles, sum(counted.user_groups)::BIGINT AS user_groups
FROM analytics.profile_holders AS held
JOIN (
  SELECT number, (container.type = 'Role')::INTEGER AS roles, (container.type = 'UserGroup')::INTEGER AS user_groups
  FROM analytics.containers WHERE is_read AND container.type IN ('Role', 'UserGroup')
) AS counted ON counted.number = held.holder
GROUP BY held.profile;

CREATE TABLE analytics.container_accounts AS
SELECT held.holder AS container, sum(size.accounts)::BIGINT AS accounts, sum(size.active_accounts)::BIGINT AS active_accounts,
  sum(size.dormant_accounts)::BIGINT AS dormant_accounts
FROM analytics.profile_holders AS held JOIN analytics.profile_sizes AS size USING (profile)
GROUP BY held.holder;

-- What lies in each container: directly, of any type, and the containers in it over any number of steps.
CREATE TABLE analytics.container_members AS
WITH direct AS (
  SELECT container, count(DISTINCT member) AS members FROM analytics.memberships WHERE member <> container GROUP BY container
), nested AS (
  SELECT pair.outside AS container, count(*) FILTER (inner_one.container.type = 'Role') AS roles,
    count(*) FILTER (inner_one.container.type = 'UserGroup') AS user_groups
  FROM analytics.container_pairs AS pair
  JOIN analytics.containers AS inner_one ON inner_one.number = pair.inside AND inner_one.is_read
  WHERE pair.inside <> pair.outside
  GROUP BY pair.outside
), held AS (
  SELECT pair.inside AS container, count(*) FILTER (outer_one.container.type = 'Role') AS roles
  FROM analytics.container_pairs AS pair
  JOIN analytics.containers AS outer_one ON outer_one.number = pair.outside AND outer_one.is_read
  WHERE pair.inside <> pair.outside
  GROUP BY pair.inside
)
SELECT container.number AS container, coalesce(direct.members, 0) AS members, coalesce(nested.roles, 0) AS roles_inside,
  coalesce(nested.user_groups, 0) AS user_groups_inside, coalesce(held.roles, 0) AS roles_held
FROM analytics.containers AS container
LEFT JOIN direct ON direct.container = container.number
LEFT JOIN nested ON nested.container = container.number
LEFT JOIN held ON held.container = container.number;
