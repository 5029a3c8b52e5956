-- What rules read of a person's accounts in all application instances. Each fact belongs to the instance that shows it. The facts of
-- instances that are not computed come from the version in service (`neighbours`).

-- Who holds one side of a pair, and through which group, role or permission set. Nobody should hold both sides. `holder` is the person,
-- or the account when it belongs to no person. An account that a workload of elsewhere signs in to has it as a member; it is no group.
CREATE TABLE risks.held_sides AS
WITH sides AS (
  SELECT DISTINCT pairs.name AS pair, pairs.side, containers.number, containers.container.name AS name
  FROM risks.conflicts AS pairs
  JOIN analytics.containers AS containers ON lower(containers.container.name) GLOB pairs.pattern
  WHERE containers.container.type <> 'Account'
), ways AS (
  SELECT DISTINCT sides.pair, sides.side, sides.name, nesting.inside AS container
  FROM sides JOIN analytics.container_pairs AS nesting ON nesting.outside = sides.number
)
SELECT account.entity, account.instance, account.id, account.label, account.person, coalesce(account.person, account.entity) AS holder,
  ways.pair, ways.side, ways.name
FROM ways
JOIN analytics.memberships AS membership ON membership.container = ways.container AND membership.is_account
JOIN risks.accounts AS account ON account.number = membership.member
WHERE account.enabled;

-- enabledAtHome, disabledAtHome: an account at an identity provider or in a directory. enrolled: an authenticator in use.
-- enrolling: an account whose enrollments were read. side: one side of a pair.
CREATE TABLE risks.person_facts AS
SELECT DISTINCT instance AS application_instance_id, person AS person_id,
  CASE WHEN enabled THEN 'enabledAtHome' ELSE 'disabledAtHome' END AS fact, NULL::VARCHAR AS pair, NULL::INTEGER AS side
FROM risks.accounts WHERE person IS NOT NULL AND is_home AND enabled IS NOT NULL
UNION ALL
SELECT DISTINCT instance, person, 'enrolled', NULL, NULL FROM risks.enrolled WHERE person IS NOT NULL
UNION ALL
SELECT DISTINCT instance, person, 'enrolling', NULL, NULL FROM risks.enrolling WHERE person IS NOT NULL
UNION ALL
SELECT DISTINCT instance, person, 'side', pair, side FROM risks.held_sides WHERE person IS NOT NULL;

CREATE VIEW risks.all_person_facts AS
FROM risks.person_facts UNION ALL BY NAME FROM neighbours.person_facts;
