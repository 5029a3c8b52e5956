-- The other rows that the rules read: how complete the version's reads were, and which objects violate a rule already.

INSERT INTO risks.reads
SELECT application_instance_id, type, status IN ('Complete', 'Unsupported') AND held_back IS NULL, data_date, gaps
FROM inventory.source_completeness;

INSERT INTO violations.previous BY NAME SELECT rule, entity FROM preview.shown;
