-- severity: warn
-- Resources that lie in more others than the memory of the build (build.memory_mb) holds: access that comes from further up is not shown.
SELECT count(*) AS count FROM analytics.resources_left_out
