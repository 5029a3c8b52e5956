-- The configured sources, each of which is one application instance, with their connector and the age of their data.
-- source_id: The source, as the configuration names it
-- connector: Connector that reads the source
-- application_name: Name of the integrated application, where the source lands one
-- application_key: Key that distinguishes the deployment from others of the same application
-- is_complete: True when the newest read of every type is shown and saw everything
-- oldest_read_at: When the oldest of the reads that the version shows ended
-- newest_read_at: When the newest of the reads that the version shows ended
-- is_held_back: True when the newest reads look broken, so that the version shows the last good ones
SELECT
  instance.application_instance_id,
  instance.source_id,
  instance.connector,
  application.application_name,
  application.application_key,
  coalesce(completeness.is_complete, false) AS is_complete,
  completeness.oldest_read_at,
  completeness.newest_read_at,
  coalesce(completeness.is_held_back, false) AS is_held_back
FROM inventory.application_instances AS instance
LEFT JOIN (
  SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
    arg_min("name", "id") AS application_name, arg_min("key", "id") AS application_key
  FROM inventory."IntegratedApplication" GROUP BY ALL
) AS application USING (application_instance_id)
LEFT JOIN (
  SELECT application_instance_id, bool_and(status IN ('Complete', 'Unsupported') AND held_back IS NULL) AS is_complete,
    bool_or(held_back IS NOT NULL) AS is_held_back,
    min(read_at) AS oldest_read_at, max(read_at) AS newest_read_at
  FROM inventory.source_completeness GROUP BY ALL
) AS completeness USING (application_instance_id)
