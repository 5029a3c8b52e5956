-- The configured sources, each of which is one application instance, with their connector and the age of their data.
-- source_id: The source, as the configuration names it
-- connector: Connector that reads the source
-- application_name: Name of the integrated application, where the source lands one
-- application_key: Key that distinguishes the deployment from others of the same application
-- is_complete: True when the newest read of every type saw everything
-- oldest_read_at: End of the oldest read that the version contains
-- newest_read_at: End of the newest read that the version contains
SELECT
  instance.application_instance_id,
  instance.source_id,
  instance.connector,
  application.application_name,
  application.application_key,
  coalesce(completeness.is_complete, false) AS is_complete,
  completeness.oldest_read_at,
  completeness.newest_read_at
FROM inventory.application_instances AS instance
LEFT JOIN (
  SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
    arg_min("name", "id") AS application_name, arg_min("key", "id") AS application_key
  FROM inventory."IntegratedApplication" GROUP BY ALL
) AS application USING (application_instance_id)
LEFT JOIN (
  SELECT application_instance_id, bool_and(status IN ('Complete', 'Unsupported')) AS is_complete,
    min(read_at) AS oldest_read_at, max(read_at) AS newest_read_at
  FROM inventory.source_completeness GROUP BY ALL
) AS completeness USING (application_instance_id)
