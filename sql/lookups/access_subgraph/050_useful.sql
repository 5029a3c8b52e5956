-- The containers that lead to one of these holders, or to the object.
SELECT DISTINCT nesting.inside AS container
FROM holders JOIN inventory.access_nesting AS nesting ON nesting.inside = holders.holder
SEMI JOIN (SELECT holder FROM granted UNION ALL SELECT object FROM asked) AS ends ON ends.holder = nesting.outside
