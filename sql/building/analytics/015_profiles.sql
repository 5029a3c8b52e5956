-- A profile is a set of direct memberships. Accounts with the same memberships and no assignments of their own have the same access,
-- so most of what is counted for accounts is counted once for each profile. An account with assignments of its own has a profile of
-- its own. Every container has a profile too, with itself as the only membership: what a container reaches is what an account that
-- is only in it reaches.
-- A holder of a profile is what can have assignments for its accounts: the containers that they are in, over any number of steps, and
-- the account itself when it has assignments of its own.

CREATE TABLE analytics.profiles AS
WITH direct_holders AS (
  SELECT DISTINCT member AS account, container AS holder FROM analytics.memberships WHERE is_account
  UNION ALL
  SELECT account, account FROM analytics.account_activity WHERE account IN (SELECT holder FROM analytics.grants)
), sets AS (
  SELECT account, list_sort(list(holder)) AS holders FROM direct_holders GROUP BY account
  UNION ALL
  SELECT NULL, [number] FROM analytics.containers
)
SELECT row_number() OVER ()::INTEGER AS number, holders, list(account) FILTER (account IS NOT NULL) AS accounts
FROM sets GROUP BY holders;

CREATE TABLE analytics.account_profiles AS
SELECT unnest(accounts) AS account, number AS profile FROM analytics.profiles;

-- The direct holders. is_cut: some containers were left out for lack of memory, so that nothing can be counted through the holder.
CREATE TABLE analytics.profile_entries AS
SELECT entry.profile, entry.holder, container.number IS NOT NULL AS is_container, cut.number IS NOT NULL AS is_cut
FROM (SELECT number AS profile, unnest(holders) AS holder FROM analytics.profiles) AS entry
LEFT JOIN analytics.containers AS container ON container.number = entry.holder
LEFT JOIN analytics.containers_left_out AS cut ON cut.number = entry.holder;

CREATE TABLE analytics.container_profiles AS
SELECT holders[1] AS container, number AS profile
FROM analytics.profiles WHERE len(holders) = 1 AND holders[1] IN (SELECT number FROM analytics.containers);

CREATE TABLE analytics.profile_sizes AS
SELECT listed.profile, count(*)::INTEGER AS accounts, count(*) FILTER (activity.is_dormant IS FALSE)::INTEGER AS active_accounts,
  count(*) FILTER (activity.is_dormant)::INTEGER AS dormant_accounts
FROM analytics.account_profiles AS listed JOIN analytics.account_activity AS activity USING (account)
GROUP BY listed.profile;

CREATE TABLE analytics.profile_holders (profile INTEGER, holder INTEGER);
