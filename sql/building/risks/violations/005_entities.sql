-- The objects of the data that violations of the service's rules can be about, and those that exclusions can name.

CREATE VIEW violations.entities AS
SELECT entity FROM risks.accounts
UNION ALL SELECT entity FROM risks.groups
UNION ALL SELECT "globalId" FROM model."ResourceInstance";

CREATE VIEW violations.names AS
SELECT entity, label FROM risks.accounts
UNION ALL SELECT entity, label FROM risks.groups
UNION ALL SELECT entity, label FROM risks.sensitive_resources;
