-- Their grants and denials.
SELECT granted.object, granted.permissions, granted.is_denial, min(holders.hops) + 1 AS hops
FROM holders JOIN inventory.access_grants AS granted USING (holder)
GROUP BY ALL
