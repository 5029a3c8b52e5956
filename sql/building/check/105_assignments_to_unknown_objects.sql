-- severity: warn
-- Access assignments to objects that were not read: the grants are shown without their objects.
SELECT instance, sum(count)::BIGINT AS count FROM analytics.dangling WHERE subject = 'assigned objects' GROUP BY ALL
