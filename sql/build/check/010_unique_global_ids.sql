-- severity: stop
-- for each type
-- A global id names one object: two objects with the same one could not be told apart by a client.
SELECT count(*) - count(DISTINCT "globalId") AS count FROM "{{type}}"
