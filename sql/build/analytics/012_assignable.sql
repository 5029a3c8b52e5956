-- The global ids of everything that was read and that access can be given to.

CREATE TABLE analytics.assignable AS
SELECT "globalId" FROM model."AssignedApplication"
UNION ALL SELECT "globalId" FROM model."IntegratedApplication"
UNION ALL SELECT "globalId" FROM model."ResourceClass"
UNION ALL SELECT "globalId" FROM model."ResourceInstance"
UNION ALL SELECT "globalId" FROM model."Account"
UNION ALL SELECT "globalId" FROM model."UserGroup"
UNION ALL SELECT "globalId" FROM model."Role"
UNION ALL SELECT "globalId" FROM model."PermissionSet";
