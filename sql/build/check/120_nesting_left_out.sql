-- severity: warn
-- Groups, roles and permission sets that lie in more others than the memory of the build (build.memory_mb) holds: access that comes from further up is not shown, and their members' counts are absent.
SELECT count(*) AS count FROM analytics.containers_left_out
