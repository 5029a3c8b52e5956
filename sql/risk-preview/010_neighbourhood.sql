-- The accounts and the part of the graph of access that a change can concern, from the version in service. The rules are evaluated
-- on these rows twice, before and after the change.
-- `preview.changes` has the accounts that the change alters: `enabled` is their new state, NULL when it stays; `joins` and `leaves`
-- are groups or roles.

CREATE VIEW preview.known_accounts AS
SELECT "globalId" AS id, "objectMetadata"."ApplicationInstanceId" AS instance, "id" AS name, "enrichedPersonId" AS person,
  "enrichedOwnerAccountIds" AS owners, "isAdmin" AS is_admin
FROM inventory."Account";

CREATE TABLE preview.changed AS
SELECT known.*, node.number
FROM preview.known_accounts AS known
JOIN inventory.access_nodes AS node USING (id)
WHERE known.id IN (SELECT account FROM preview.changes);

-- The groups and roles around the changed accounts, and all that lies in these.
CREATE TABLE preview.around AS
SELECT DISTINCT nesting.outside AS container FROM (
  SELECT membership.container
  FROM inventory.access_memberships AS membership JOIN preview.changed AS account ON account.number = membership.member
  UNION
  SELECT number FROM inventory.access_nodes WHERE id IN (SELECT joins FROM preview.changes)
) AS direct
JOIN inventory.access_nesting AS nesting ON nesting.inside = direct.container;

CREATE TABLE preview.inner_containers AS
SELECT DISTINCT nesting.inside AS container
FROM inventory.access_nesting AS nesting JOIN preview.around AS around ON around.container = nesting.outside;

-- The accounts in them, which say whether a group is stale. Too many are left out.
CREATE TABLE preview.members AS
SELECT DISTINCT membership.member AS number
FROM inventory.access_memberships AS membership JOIN preview.inner_containers USING (container)
WHERE membership.is_account LIMIT getvariable('most_accounts') + 1;

CREATE TABLE preview.accounts AS
WITH owned AS (
  FROM preview.known_accounts WHERE list_has_any(owners, (SELECT list(id) FROM preview.changed))
), owned_resources AS (
  SELECT resource."objectMetadata"."ApplicationInstanceId" AS instance, resource."ownerAccountIds" AS owners
  FROM inventory."ResourceInstance" AS resource WHERE resource."isSensitive" AND len(resource."ownerAccountIds") > 0
), near AS (
  -- the changed accounts, other accounts of their persons, and keys and machines that they own, with all owners
  SELECT id FROM preview.changed
  UNION SELECT id FROM preview.known_accounts WHERE person IN (SELECT person FROM preview.changed)
  UNION SELECT id FROM owned
  UNION SELECT unnest(owners) FROM (SELECT owners FROM owned UNION ALL SELECT owners FROM preview.changed)
  -- the administrators of each instance in which the change alters an administrator
  UNION
  SELECT id FROM preview.known_accounts WHERE is_admin AND instance IN (SELECT instance FROM preview.changed WHERE is_admin)
  -- an account of each instance that reports when accounts expire: without one, a rule claims nothing there
  UNION
  SELECT min("globalId") FROM inventory."Account" WHERE "type" = 'User' AND "expirationDate" IS NOT NULL
  GROUP BY "objectMetadata"."ApplicationInstanceId"
  -- the other owners of a sensitive resource
  UNION
  SELECT known.id
  FROM (
    SELECT resource.instance, unnest(resource.owners) AS name
    FROM owned_resources AS resource
    JOIN preview.changed AS account ON account.instance = resource.instance AND list_contains(resource.owners, account.name)
  ) AS owner
  JOIN preview.known_accounts AS known ON known.instance = owner.instance AND known.name = owner.name
  UNION
  SELECT id FROM inventory.access_nodes
  WHERE number IN (FROM preview.members) AND (SELECT count(*) FROM preview.members) <= getvariable('most_accounts')
)
SELECT id, number FROM inventory.access_nodes WHERE id IN (FROM near);
