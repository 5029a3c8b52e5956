-- The application of each application instance. Contexts use it to show the origin of a row.
SELECT
  instance.application_instance_id AS "applicationInstanceId",
  instance.source_id AS "sourceId",
  instance.connector AS "connector",
  application."applicationName",
  application."applicationKey",
  application."vendorName",
  application."category"
FROM inventory.application_instances AS instance
LEFT JOIN (
  SELECT
    "objectMetadata"."ApplicationInstanceId" AS instance_id,
    arg_min("name", "id") AS "applicationName",
    arg_min("key", "id") AS "applicationKey",
    arg_min("vendorName", "id") AS "vendorName",
    arg_min("category", "id") AS "category"
  FROM inventory."IntegratedApplication" GROUP BY ALL
) AS application ON application.instance_id = instance.application_instance_id
