-- The global ids of all objects that were read and to which access can be assigned.

CREATE TABLE analytics.assignable AS
SELECT "globalId" FROM model."AssignedApplication"
UNION ALL SELECT "globalId" FROM model."IntegratedApplication"
UNION ALL SELECT "globalId" FROM model."ResourceClass"
UNION ALL SELECT "globalId" FROM model."ResourceInstance"
UNION ALL SELECT "globalId" FROM model."Account"
UNION ALL SELECT "globalId" FROM model."UserGroup"
UNION ALL SELECT "globalId" FROM model."Role"
UNION ALL SELECT "globalId" FROM model."PermissionSet"
UNION ALL SELECT "globalId" FROM model."Authenticator";
