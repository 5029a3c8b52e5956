-- Temporary.
CREATE TABLE enrich."AssignedApplication" AS SELECT "globalId", NULL::UUID AS "enrichedResolvedDeploymentId" FROM model."AssignedApplication" WHERE false;
