-- Their grants and denials.
SELECT granted.object, granted.permissions, granted.is_denial, min(holders.hops) + 1 AS hops, holders.is_without
FROM holders JOIN inventory.access_grants AS granted USING (holder)
WHERE NOT holders.is_without OR granted.assignment_id IS DISTINCT FROM (SELECT only_through FROM asked)
GROUP BY ALL
