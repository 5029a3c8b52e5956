-- How many resource instances each resource class has.

CREATE TABLE analytics."ResourceClass" AS
SELECT "globalResourceClass" AS "globalId", count(*) AS "analyticsResourceInstanceCount"
FROM model."ResourceInstance" WHERE "globalResourceClass" IS NOT NULL GROUP BY ALL;
