-- Estimates how many accounts reach the remaining resources (012_estimates.sql). Denials are not considered.

INSERT INTO analytics.place_set_accounts
WITH accounts AS (
  SELECT account, analytics.bit_of(account) AS bit FROM analytics.account_activity
), direct AS (
  SELECT membership.container AS holder, bitstring_agg(accounts.bit, 0, 2047) AS map
  FROM analytics.memberships AS membership JOIN accounts ON accounts.account = membership.member
  GROUP BY membership.container
), containers AS (
  SELECT pair.outside AS holder, bit_or(direct.map) AS map
  FROM analytics.container_pairs AS pair JOIN direct ON direct.holder = pair.inside GROUP BY pair.outside
), objects AS (
  SELECT object, bit_or(map) AS map FROM (
    SELECT granted.object, containers.map
    FROM analytics.resource_grants AS granted JOIN containers USING (holder) WHERE NOT granted.is_denial
    UNION ALL
    SELECT granted.object, bitstring_agg(accounts.bit, 0, 2047)
    FROM analytics.resource_grants AS granted JOIN accounts ON accounts.account = granted.holder
    WHERE NOT granted.is_denial GROUP BY granted.object
  ) GROUP BY object
), sets AS (
  SELECT remaining.place_set, bit_or(objects.map) AS map
  FROM analytics.place_set_batches AS remaining
  JOIN analytics.place_set_objects AS listed USING (place_set)
  JOIN objects USING (object)
  WHERE remaining.batch IS NULL
  GROUP BY remaining.place_set
)
SELECT place_set, NULL, analytics.estimate(map), true FROM sets;
