-- What connects application instances, as hashes. Instances with the same token form an island: only their rows can change when one
-- of them changes. A token connects all instances that have it; with a side, it connects identity providers (1) with deployments (2)
-- only. There may be more tokens than the rules use, never fewer.

CREATE TABLE enrich.instance_links AS
WITH tokens AS (
  -- Authentication keys: those that objects have, that accounts and references name, and that the usual mistakes would make (009).
  SELECT instance, 'key ' || key AS token, 0 AS side FROM enrich.authentication_keys
  UNION ALL
  SELECT instance, 'key ' || federation_key, 0 FROM enrich.user_accounts WHERE federation_key IS NOT NULL
  UNION ALL
  SELECT instance, 'key ' || key, 0 FROM model.federation_keys
  UNION ALL
  SELECT facts.instance, 'key ' || mistake.key, 0 FROM enrich.mistaken_keys AS mistake JOIN enrich.sign_in_facts AS facts USING (id)
  UNION ALL
  -- The same deployment, read more than once (006).
  SELECT instance, 'deployment ' || name || ':' || deployment_key, 0 FROM enrich.sign_in_facts WHERE type = 'IntegratedApplication'
  UNION ALL
  -- What near misses compare (009).
  SELECT instance, unnest(['name ' || name, 'entity ' || entity_id]), CASE type WHEN 'AssignedApplication' THEN 1 ELSE 2 END
  FROM enrich.sign_in_facts WHERE id IN (SELECT id FROM enrich.authentication_keys)
  UNION ALL
  SELECT instance, 'entity ' || entity_id, CASE type WHEN 'AssignedApplication' THEN 1 ELSE 2 END FROM enrich.sign_in_facts
  UNION ALL
  -- Keys and certificates that accounts share.
  SELECT "objectMetadata"."ApplicationInstanceId", 'hash ' || unnest("hashIdentifiers"), 0 FROM model."Account"
  WHERE len("hashIdentifiers") > 0
)
SELECT DISTINCT instance AS application_instance_id, hash(token) AS token, side FROM tokens WHERE token IS NOT NULL;
