-- Which deployment an identity provider's application signs in to. Both have the same authentication key. A key that only one
-- application and one deployment have is enough. Several applications may share a key, because identity providers sign for many of
-- them with one certificate. Then the entity id, its host or the client id must name the deployment too, or else the names must be
-- equal; and exactly one deployment may fit. A deployment without a key has the application with its entity id (004). An application without keys of its own has those of its provider's authenticators.

CREATE TABLE enrich.deployment_matches AS
WITH provided AS (
  SELECT instance, id, key FROM enrich.authentication_keys WHERE type = 'AssignedApplication'
  UNION
  SELECT application.instance, application.id, held.key
  FROM enrich.sign_in_facts AS application
  JOIN enrich.authentication_keys AS held ON held.instance = application.instance AND held.type = 'Authenticator' AND held.provides
  WHERE application.type = 'AssignedApplication'
    AND application.id NOT IN (SELECT id FROM enrich.authentication_keys)
    AND held.key IN (SELECT key FROM enrich.authentication_keys WHERE type = 'IntegratedApplication')
), deployed AS (
  SELECT id, key FROM enrich.authentication_keys WHERE type = 'IntegratedApplication'
), single AS (
  SELECT key FROM provided GROUP BY key HAVING count(DISTINCT id) = 1
  INTERSECT
  SELECT key FROM deployed GROUP BY key HAVING count(DISTINCT id) = 1
), applications AS (
  SELECT provided.key, facts.id, facts.name, unnest(list_distinct([
      'client ' || facts.client_id, 'entity ' || facts.entity_id, 'key ' || folded(facts.entity_id),
      'key ' || folded(regexp_extract(facts.entity_id, '^[a-z]+://([^/:?#]+)', 1))])) AS name_of_deployment
  FROM provided JOIN enrich.sign_in_facts AS facts USING (id)
), deployments AS (
  SELECT deployed.key, facts.id, facts.name, unnest(list_distinct([
      'client ' || facts.client_id, 'entity ' || facts.entity_id, 'key ' || facts.deployment_key])) AS name_of_deployment
  FROM deployed JOIN enrich.sign_in_facts AS facts USING (id)
), found AS (
  SELECT provided.id AS application, deployed.id AS deployment, 1 AS rank
  FROM single JOIN provided USING (key) JOIN deployed USING (key)
  UNION ALL
  SELECT applications.id, deployments.id, 2 FROM applications JOIN deployments USING (key, name_of_deployment)
  UNION ALL
  SELECT application, deployment, 1 FROM enrich.entity_matches
  UNION ALL
  SELECT provided.id, deployed.id, 3
  FROM provided JOIN enrich.sign_in_facts AS application ON application.id = provided.id
  JOIN (SELECT deployed.id, deployed.key, facts.name FROM deployed JOIN enrich.sign_in_facts AS facts USING (id)) AS deployed
    ON deployed.key = provided.key AND deployed.name = application.name
)
SELECT application, min(deployment) AS deployment
FROM (SELECT *, min(rank) OVER (PARTITION BY application) AS best FROM found) WHERE rank = best
GROUP BY application HAVING min(deployment) = max(deployment);

-- What the source does not say of an application is taken from the deployment.
CREATE TABLE enrich."AssignedApplication" AS
SELECT own.id AS "globalId",
  coalesce(own.client_id, proven.client_id, deployment.client_id) AS "enrichedOAuthClientId",
  coalesce(own.entity_id, deployment.entity_id) AS "enrichedSamlEntityId",
  matched.deployment AS "enrichedResolvedDeploymentId"
FROM enrich.sign_in_facts AS own
LEFT JOIN enrich.proven_client_ids AS proven ON proven.id = own.id
LEFT JOIN enrich.deployment_matches AS matched ON matched.application = own.id
LEFT JOIN enrich.sign_in_facts AS deployment ON deployment.id = matched.deployment
WHERE own.type = 'AssignedApplication';

-- The key of a deployment in the whole tenant: name and key. Instances with the same one are the same deployment, read more than
-- once: they are identified with the first of them by global id.
CREATE TABLE enrich."IntegratedApplication" AS
WITH keyed AS (
  SELECT id, name || ':' || deployment_key AS deployment FROM enrich.sign_in_facts WHERE type = 'IntegratedApplication'
)
SELECT id AS "globalId", deployment AS "globalDeploymentKey",
  CASE WHEN deployment IS NOT NULL OR id IN (SELECT deployment FROM enrich.deployment_matches)
    THEN min(id) OVER (PARTITION BY coalesce(deployment, id::VARCHAR)) END AS "enrichedResolvedDeploymentId"
FROM keyed;
