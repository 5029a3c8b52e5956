-- severity: warn
-- Groups, roles and permission sets that lie in too many others for the memory of the build (build.memory_mb): access through the outer ones is not shown, and the counts of their members are absent.
SELECT instance, count(*) AS count FROM analytics.containers_left_out JOIN analytics.containers USING (number) GROUP BY ALL
