-- The person behind an activity is that of the account that acted; the person responsible for a violation is the one who holds or
-- owns the account at risk. Of several owners' persons, the first by global id is taken.

CREATE TABLE enrich."Activity" AS
SELECT activity."globalId", joined.person AS "enrichedPersonId"
FROM model."Activity" AS activity JOIN enrich.account_person AS joined ON joined.account = activity."globalActorAccountId";

CREATE TABLE enrich."RiskViolation" AS
WITH responsible AS (
  SELECT account, person FROM enrich.account_person
  UNION ALL
  SELECT owned.account, joined.person
  FROM (SELECT account, unnest(owners) AS owner FROM enrich.account_owners) AS owned
  JOIN enrich.account_person AS joined ON joined.account = owned.owner
)
SELECT violation."globalId", min(responsible.person) AS "enrichedPersonId"
FROM model."RiskViolation" AS violation
JOIN responsible ON responsible.account = violation."globalEntityId"
GROUP BY violation."globalId";
