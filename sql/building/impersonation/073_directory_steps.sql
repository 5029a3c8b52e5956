-- The content steps of directories, which hold accounts and other directories.

INSERT INTO impersonation.steps
WITH inside AS (
  SELECT "globalObjectDirectoryContainerId" AS directory, "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id,
    'Account' AS type
  FROM model."Account" WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "globalParentId", "objectMetadata"."ApplicationInstanceId", "globalId", 'ObjectDirectory'
  FROM model."ObjectDirectory" WHERE "parentId" IS NOT NULL
)
SELECT content_node(directory), 'ObjectDirectory', directory, instance,
  CASE type WHEN 'Account' THEN id ELSE content_node(id) END, type, id, instance, 'Content', NULL, NULL
FROM inside SEMI JOIN impersonation.contents AS contents ON contents.container = inside.directory
WHERE id <> directory;
