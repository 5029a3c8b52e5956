-- severity: warn
-- Resources that lie in too many others for the memory of the build (build.memory_mb): access through the outer ones is not shown.
SELECT application_instance_id AS instance, count(*) AS count FROM analytics.resources_left_out GROUP BY ALL
