-- severity: warn
-- Access assignments to objects that were not read: the grants are shown without their objects.
SELECT coalesce(sum(count), 0)::BIGINT AS count FROM analytics.dangling WHERE subject = 'assigned objects'
