-- Which deployments and identity providers belong together, because they have the same authentication key, or where a
-- deployment has none, the same entity id (004; `key` is then that of the assigned application, or NULL). Some applications name
-- their key only in the federation ids of their accounts. Keys of authenticators that are not active join nothing.

CREATE TABLE enrich.federations AS
WITH provided AS (
  SELECT DISTINCT instance, key FROM enrich.authentication_keys WHERE provides
), deployed AS (
  SELECT instance, key FROM enrich.authentication_keys WHERE type = 'IntegratedApplication'
  UNION
  SELECT instance, federation_key FROM enrich.user_accounts WHERE federation_key IS NOT NULL
)
SELECT deployed.instance AS deployment, provided.instance AS provider, key
FROM deployed JOIN provided USING (key) WHERE deployed.instance <> provided.instance
UNION
SELECT matched.instance, matched.provider, held.key
FROM enrich.entity_matches AS matched LEFT JOIN enrich.authentication_keys AS held ON held.id = matched.application;
