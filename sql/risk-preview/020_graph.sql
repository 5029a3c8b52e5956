-- The tables that the rules read, in the form that the build gives them, for the neighbourhood of the change. What the rules ask of a
-- whole application instance is a view over all of its rows.

CREATE TABLE analytics.memberships AS
SELECT membership.member, membership.container, membership.is_account
FROM inventory.access_memberships AS membership
WHERE membership.is_account AND membership.member IN (SELECT number FROM preview.accounts);

CREATE TABLE analytics.container_pairs AS
SELECT nesting.inside, nesting.outside
FROM inventory.access_nesting AS nesting
WHERE nesting.inside IN (
  SELECT container FROM analytics.memberships
  UNION FROM preview.inner_containers
  UNION FROM preview.around);

CREATE VIEW analytics.nodes AS
SELECT number, application_instance_id AS instance, id, type, name, is_read FROM inventory.access_nodes;

CREATE TABLE analytics.containers AS
SELECT number, instance, {'type': type, 'id': id, 'name': name} AS container, is_read FROM analytics.nodes
WHERE number IN (SELECT inside FROM analytics.container_pairs UNION SELECT outside FROM analytics.container_pairs);

-- Privileged grants and denials of everybody, because rules ask which objects of an instance anybody is privileged on.
CREATE TABLE analytics.grants AS
SELECT granted.application_instance_id AS instance, granted.holder, granted.object, object.type AS object_type,
  granted.permissions, granted.is_denial
FROM inventory.access_grants AS granted JOIN analytics.nodes AS object ON object.number = granted.object
WHERE granted.is_denial OR (granted.permissions & 64::USMALLINT) > 0
  OR granted.holder IN (SELECT number FROM preview.accounts UNION ALL SELECT number FROM analytics.containers);

CREATE VIEW analytics.resource_pairs AS
SELECT resource, ancestor, depth FROM inventory.access_places;

CREATE VIEW model."ResourceInstance" AS FROM inventory."ResourceInstance";
CREATE VIEW model."Activity" AS
SELECT activity.*, completeness.data_date
FROM inventory."Activity" AS activity
LEFT JOIN inventory.source_completeness AS completeness
  ON completeness.application_instance_id = activity."objectMetadata"."ApplicationInstanceId" AND completeness.type = 'Activity';
CREATE VIEW model."AuthenticatorEnrollment" AS FROM inventory."AuthenticatorEnrollment";

CREATE TABLE filled."Account" AS
FROM inventory."Account" WHERE "globalId" IN (SELECT id FROM preview.accounts);

CREATE TABLE analytics.account_activity AS
SELECT account."globalId" AS id, coalesce(unconfirmed.data_date, completeness.data_date) AS data_date,
  -- Only evidence says when the last use was, and a preview shows none.
  NULL::TIMESTAMP AS last_at
FROM filled."Account" AS account
LEFT JOIN inventory.source_completeness AS completeness
  ON completeness.application_instance_id = account."objectMetadata"."ApplicationInstanceId" AND completeness.type = 'Account'
LEFT JOIN inventory.unconfirmed_objects AS unconfirmed ON unconfirmed.object_id = account."globalId";

CREATE TABLE filled."UserGroup" AS
FROM inventory."UserGroup" WHERE "globalId" IN (SELECT container.id FROM analytics.containers);

CREATE TABLE filled."Person" AS
FROM inventory."Person" WHERE "globalId" IN (SELECT "enrichedPersonId" FROM filled."Account");

CREATE TABLE neighbours.person_accounts AS
SELECT "enrichedPersonId" AS person_id FROM filled."Account" WHERE false;

CREATE TABLE neighbours.person_facts AS
SELECT NULL::UUID AS application_instance_id, NULL::UUID AS person_id, NULL::VARCHAR AS fact, NULL::VARCHAR AS pair, NULL::INTEGER AS side
WHERE false;

-- What the version says about violations of the rules on these objects.
CREATE TABLE preview.shown AS
SELECT violation."globalId" AS violation, violation."id" AS key, violation."riskDefinitionId" AS rule,
  violation."globalEntityId" AS entity
FROM inventory."RiskViolation" AS violation
JOIN risks.rules AS known ON known.rule = violation."riskDefinitionId"
WHERE violation."status" IN ('Open', 'Suppressed')
  AND (violation."entityType" NOT IN ('Account', 'UserGroup') OR violation."globalEntityId" IN (
    SELECT id FROM preview.accounts UNION ALL SELECT container.id FROM analytics.containers))
  AND starts_with(violation."id", known.rule || '/' || violation."globalEntityId"::VARCHAR);
