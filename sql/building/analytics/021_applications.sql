-- Which applications each profile reaches, exactly: one bit for each application, in chunks of 1024 applications of an instance.
-- The bits of several holders are joined at once, so that no row is made for a pair of account and application. Applications with a
-- denial are compared permission by permission for each profile (013_grants.sql has the rule).

CREATE TABLE analytics.applications AS
SELECT number AS object, instance, (dense_rank() OVER (ORDER BY instance, position // 1024))::INTEGER AS chunk,
  (position % 1024)::INTEGER AS bit, is_contested
FROM (
  SELECT number, instance, row_number() OVER (PARTITION BY instance ORDER BY number) - 1 AS position,
    number IN (SELECT object FROM analytics.grants WHERE is_denial) AS is_contested
  FROM analytics.nodes WHERE type = 'AssignedApplication' AND is_read
);

CREATE TABLE analytics.profile_applications AS
WITH direct AS (
  SELECT granted.holder, application.chunk, bitstring_agg(application.bit, 0, 1023) AS bits
  FROM analytics.grants AS granted JOIN analytics.applications AS application USING (object)
  WHERE NOT granted.is_denial AND NOT application.is_contested
  GROUP BY ALL
), held AS (
  SELECT pair.inside AS holder, direct.chunk, bit_or(direct.bits) AS bits
  FROM analytics.container_pairs AS pair JOIN direct ON direct.holder = pair.outside
  GROUP BY ALL
  UNION ALL
  SELECT * FROM direct ANTI JOIN analytics.containers AS container ON container.number = direct.holder
), contested AS (
  SELECT profile, chunk, bitstring_agg(bit, 0, 1023) AS bits FROM (
    SELECT held.profile, application.chunk, application.bit,
      bit_or(granted.permissions) FILTER (NOT granted.is_denial) AS granted,
      bit_or(granted.permissions) FILTER (granted.is_denial) AS denied
    FROM analytics.applications AS application
    JOIN analytics.grants AS granted USING (object)
    JOIN analytics.profile_holders AS held USING (holder)
    WHERE application.is_contested
    GROUP BY ALL
  ) WHERE analytics.effective(granted, denied) > 0
  GROUP BY ALL
)
SELECT profile, chunk, bit_or(bits) AS bits FROM (
  SELECT entry.profile, held.chunk, held.bits
  FROM analytics.profile_entries AS entry JOIN held USING (holder)
  UNION ALL
  FROM contested
) GROUP BY ALL;
