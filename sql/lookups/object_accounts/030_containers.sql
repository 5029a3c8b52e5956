-- The containers whose members have them.
SELECT nesting.inside AS container, holders.permissions, holders.is_denial, min(holders.hops + nesting.depth) AS hops
FROM holders JOIN inventory.access_nesting_by_outside AS nesting ON nesting.outside = holders.holder
GROUP BY ALL
