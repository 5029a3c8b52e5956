-- Who can act as whom. Account A can act as account B when one of these holds:
--   * A is a key or token of B.
--   * A can add members to a group that holds such an entitlement.
--   * A holds an entitlement that names impersonation, assuming of a role or delegation, over B or over something that contains B.
--   * A can administer the credentials of the instance that holds B.
--   * B signs in by SSO from an account that A can act as.
-- The relation is transitive. The files of this folder make a graph of it. Where there would be many pairs, the graph has one node:
-- for the members of a group, who hold what it holds; for everything in a group, a directory or an application instance; for a key
-- that several accounts share. Others can act as a disabled account, but a disabled account can act as nobody.
--
-- This file: the accounts, numbered from 0 in the order of their instances by `rowid`.

CREATE TABLE impersonation.accounts AS
SELECT "globalId" AS account, "objectMetadata"."ApplicationInstanceId" AS instance, "enabled" AS is_enabled,
  "isAdmin" AND "hasAPIAccess" AS administers
FROM model."Account" ORDER BY instance, account;

CREATE TABLE impersonation.steps (
  from_node UUID, from_type VARCHAR, from_id UUID, from_instance UUID,
  to_node UUID, to_type VARCHAR, to_id UUID, to_instance UUID,
  reason VARCHAR, evidence_id UUID, detail VARCHAR
);

-- The node for everything in an object.
CREATE OR REPLACE TEMP MACRO content_node(id) AS md5('content of ' || id)::UUID;
