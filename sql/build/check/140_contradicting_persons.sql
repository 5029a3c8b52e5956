-- severity: warn
-- Accounts and employees whose evidence for persons contradicts itself: the accounts belong to nobody, and shared numbers and
-- addresses join nothing. The view person_conflicts lists them.
SELECT count(DISTINCT object_id) AS count FROM person_conflicts
