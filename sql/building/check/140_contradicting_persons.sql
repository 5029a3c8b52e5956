-- severity: warn
-- Accounts and employees whose evidence for persons contradicts itself: the accounts belong to nobody, and shared numbers and
-- addresses join nothing. The view person_conflicts lists them.
SELECT application_instance_id AS instance, count(DISTINCT object_id) AS count FROM enrich.person_conflicts GROUP BY ALL
