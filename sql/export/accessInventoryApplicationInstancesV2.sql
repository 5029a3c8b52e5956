-- Application instances: one row for each configured source, with how many objects it has and how completely it was
-- read. A count is absent where nothing was read and the read was not complete.
-- key: applicationInstanceId
-- applicationInstanceId string: The application instance (configured source)
-- sourceId string: The source, as the configuration names it
-- connector string: Connector that reads the source
-- applicationName string: Name of the application, where the source lands one
-- applicationKey string: Key that distinguishes the deployment from others of the same application
-- vendorName string: Vendor of the application
-- category string: Kind of application
-- accountCount number: Accounts
-- enabledAccountCount number: Accounts that can be used
-- adminAccountCount number: Accounts that administer the application instance
-- nonHumanIdentityCount number: Service principals, machine accounts and tokens
-- userGroupCount number: User groups
-- roleCount number: Roles
-- resourceInstanceCount number: Resource instances
-- isComplete boolean: True when the newest read of every type saw everything
-- oldestReadAt timestamp: End of the oldest read that the version contains
-- newestReadAt timestamp: End of the newest read that the version contains
SELECT
  application."applicationInstanceId" AS "applicationInstanceId",
  application."sourceId" AS "sourceId",
  application."connector" AS "connector",
  application."applicationName" AS "applicationName",
  application."applicationKey" AS "applicationKey",
  application."vendorName" AS "vendorName",
  application."category" AS "category",
  coalesce(account."accountCount", CASE WHEN list_contains(completeness."completeTypes", 'Account') THEN 0 END) AS "accountCount",
  coalesce(account."enabledAccountCount", CASE WHEN list_contains(completeness."completeTypes", 'Account') THEN 0 END) AS "enabledAccountCount",
  coalesce(account."adminAccountCount", CASE WHEN list_contains(completeness."completeTypes", 'Account') THEN 0 END) AS "adminAccountCount",
  coalesce(account."nonHumanIdentityCount", CASE WHEN list_contains(completeness."completeTypes", 'Account') THEN 0 END) AS "nonHumanIdentityCount",
  coalesce(userGroup."count", CASE WHEN list_contains(completeness."completeTypes", 'UserGroup') THEN 0 END) AS "userGroupCount",
  coalesce(role."count", CASE WHEN list_contains(completeness."completeTypes", 'Role') THEN 0 END) AS "roleCount",
  coalesce(resource."count", CASE WHEN list_contains(completeness."completeTypes", 'ResourceInstance') THEN 0 END) AS "resourceInstanceCount",
  coalesce(completeness."isComplete", false) AS "isComplete",
  completeness."oldestReadAt" AS "oldestReadAt",
  completeness."newestReadAt" AS "newestReadAt"
FROM exports.applications AS application
LEFT JOIN (
  SELECT "objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
    count(*) AS "accountCount",
    count(*) FILTER ("enabled") AS "enabledAccountCount",
    count(*) FILTER ("isAdmin") AS "adminAccountCount",
    count(*) FILTER ("type" <> 'User') AS "nonHumanIdentityCount"
  FROM inventory."Account" GROUP BY ALL
) AS account USING ("applicationInstanceId")
LEFT JOIN (
  SELECT "objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId", count(*) AS "count"
  FROM inventory."UserGroup" GROUP BY ALL
) AS userGroup USING ("applicationInstanceId")
LEFT JOIN (
  SELECT "objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId", count(*) AS "count"
  FROM inventory."Role" GROUP BY ALL
) AS role USING ("applicationInstanceId")
LEFT JOIN (
  SELECT "objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId", count(*) AS "count"
  FROM inventory."ResourceInstance" GROUP BY ALL
) AS resource USING ("applicationInstanceId")
LEFT JOIN (
  SELECT application_instance_id AS "applicationInstanceId",
    bool_and(status IN ('Complete', 'Unsupported') AND held_back IS NULL) AS "isComplete",
    list(type) FILTER (status = 'Complete') AS "completeTypes",
    min(read_at) AS "oldestReadAt",
    max(read_at) AS "newestReadAt"
  FROM inventory.source_completeness GROUP BY ALL
) AS completeness USING ("applicationInstanceId")
