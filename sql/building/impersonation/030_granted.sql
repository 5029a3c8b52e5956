-- What the rights are over: an account, or everything in a group, role, permission set, directory or application instance.
--   * The account, or else the container, that a specifier names; `*` is the instance. What was not read is left out.
--   * Otherwise the object of the entitlement. An application stands for its instance: a deployment for the one that it is in, an
--     assigned application for that of the deployment it signs in to. A resource stands for the accounts with its local id,
--     because some systems have their identities as resources too, and for those of the resources inside it.
--   * A right to add members is over a group: the object, or the groups with the local id of a resource or of those inside it.

CREATE TABLE impersonation.containers AS
SELECT id, type, instance FROM analytics.nodes WHERE is_read AND type IN ('UserGroup', 'Role', 'PermissionSet')
UNION ALL SELECT "globalId", 'ObjectDirectory', "objectMetadata"."ApplicationInstanceId" FROM model."ObjectDirectory";

CREATE TABLE impersonation.granted AS
WITH named AS (
  SELECT * FROM impersonation.rights WHERE argument <> '*' AND reason = 'Impersonation'
), named_accounts AS (
  SELECT named.*, accounts.account FROM named
  JOIN impersonation.accounts AS accounts ON accounts.account = global_id(named.instance, 'Account', named.argument)
), named_containers AS (
  SELECT candidates.*, containers.id AS container, containers.type AS container_type FROM (
    SELECT *, unnest(['UserGroup', 'Role', 'PermissionSet', 'ObjectDirectory']) AS sought FROM named
    WHERE (assignment, argument) NOT IN (SELECT (assignment, argument) FROM named_accounts)
  ) AS candidates
  JOIN impersonation.containers AS containers
    ON containers.id = global_id(candidates.instance, candidates.sought, candidates.argument)
), whole AS (
  SELECT * FROM impersonation.rights WHERE argument IS NULL AND reason <> 'Joining'
), joining AS (
  SELECT * FROM impersonation.rights WHERE reason = 'Joining'
), over_resources AS (
  FROM whole WHERE object_type = 'ResourceInstance'
  UNION ALL
  FROM joining WHERE object_type = 'ResourceInstance'
), resources AS (
  SELECT around.assignment, around.reason, around.specifier, around.instance, resource."id" AS inside
  FROM (
    SELECT *, object AS resource FROM over_resources
    UNION ALL
    SELECT whole.*, inside.id FROM over_resources AS whole
    JOIN analytics.nodes AS outside ON outside.id = whole.object
    JOIN analytics.resource_pairs AS pair ON pair.ancestor = outside.number
    JOIN analytics.nodes AS inside ON inside.number = pair.resource
    WHERE whole.has_contents
  ) AS around
  JOIN model."ResourceInstance" AS resource ON resource."globalId" = around.resource
), targets AS (
  SELECT assignment, specifier, 'ApplicationInstance' AS type, instance AS id, instance FROM impersonation.rights WHERE argument = '*'
  UNION ALL
  SELECT assignment, specifier, 'Account', account, instance FROM named_accounts
  UNION ALL
  SELECT assignment, specifier, container_type, container, instance FROM named_containers
  UNION ALL
  SELECT assignment, specifier, 'Account', object, instance FROM whole WHERE object_type = 'Account'
  UNION ALL
  SELECT assignment, specifier, containers.type, containers.id, containers.instance
  FROM whole JOIN impersonation.containers AS containers ON containers.id = whole.object
  UNION ALL
  SELECT assignment, specifier, 'ApplicationInstance', instance, instance FROM whole WHERE object_type = 'IntegratedApplication'
  UNION ALL
  SELECT assignment, specifier, 'ApplicationInstance', deployment, deployment FROM (
    SELECT whole.assignment, whole.specifier, deployment."objectMetadata"."ApplicationInstanceId" AS deployment
    FROM whole
    JOIN enrich."AssignedApplication" AS application ON application."globalId" = whole.object
    JOIN model."IntegratedApplication" AS deployment ON deployment."globalId" = application."enrichedResolvedDeploymentId"
  )
  UNION ALL
  SELECT assignment, specifier, 'Account', accounts.account, accounts.instance
  FROM resources
  JOIN impersonation.accounts AS accounts ON accounts.account = global_id(resources.instance, 'Account', resources.inside)
  WHERE resources.reason <> 'Joining'
  UNION ALL
  SELECT assignment, specifier, containers.type, containers.id, containers.instance
  FROM resources
  JOIN impersonation.containers AS containers ON containers.id = global_id(resources.instance, 'UserGroup', resources.inside)
  WHERE resources.reason = 'Joining'
  UNION ALL
  SELECT assignment, specifier, containers.type, containers.id, containers.instance
  FROM joining JOIN impersonation.containers AS containers ON containers.id = joining.object
)
SELECT DISTINCT rights.holder_type, rights.holder, rights.instance, rights.is_denial, rights.reason, rights.assignment,
  rights.specifier, targets.type AS target_type, targets.id AS target, targets.instance AS target_instance
FROM impersonation.rights AS rights JOIN targets
  ON targets.assignment = rights.assignment AND targets.specifier IS NOT DISTINCT FROM rights.specifier;
