-- How many accounts belong to each person, and by which evidence they were joined.

CREATE TABLE analytics."Person" AS
SELECT
  joined.person AS "globalId",
  list_sort(list(DISTINCT joined.evidence)) AS "joinedBy",
  count(*) AS "analyticsAccountCount",
  count(*) FILTER (account."enabled") AS "analyticsEnabledAccountCount",
  count(*) FILTER (account."isAdmin") AS "analyticsAdminAccountCount"
FROM enrich.account_person AS joined JOIN model."Account" AS account ON account."globalId" = joined.account
GROUP BY joined.person;

CREATE TABLE analytics."Employee" AS
SELECT person."globalEmployeeId" AS "globalId", counted."analyticsAccountCount", counted."analyticsEnabledAccountCount"
FROM enrich."Person" AS person JOIN analytics."Person" AS counted USING ("globalId");
