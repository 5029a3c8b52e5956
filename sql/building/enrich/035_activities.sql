-- The person behind an activity is that of the account that acted.

CREATE TABLE enrich."Activity" AS
SELECT activity."globalId", joined.person AS "enrichedPersonId"
FROM model."Activity" AS activity JOIN enrich.account_person AS joined ON joined.account = activity."globalActorAccountId";
