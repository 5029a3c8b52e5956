-- title: Toxic combination of access
-- severity: High
-- type: Access
-- entity: Account
-- needs: pairs
-- why: One person can carry out both halves of a process that two people should share, so fraud or a mistake needs no accomplice.
-- fix: Take one of the two away. Where the person needs both for a time, accept the risk until a date and have somebody else check.
-- references: ISO/IEC 27001:2022 A.5.3; NIST SP 800-53 Rev. 5 AC-5
-- The pairs are those of `risks.pairs` in the configuration. A person holds both sides in one account or in several.
WITH sides AS (
  SELECT DISTINCT pairs.name AS pair, pairs.side, containers.number, containers.container.name AS name
  FROM risks.conflicts AS pairs
  JOIN analytics.containers AS containers ON lower(containers.container.name) GLOB pairs.pattern
), ways AS (
  SELECT DISTINCT sides.pair, sides.side, sides.name, nesting.inside AS container
  FROM sides JOIN analytics.container_pairs AS nesting ON nesting.outside = sides.number
), held AS (
  SELECT account.entity, account.instance, account.id, account.label, coalesce(account.person, account.entity) AS holder,
    ways.pair, ways.side, ways.name
  FROM ways
  JOIN analytics.memberships AS membership ON membership.container = ways.container AND membership.is_account
  JOIN risks.accounts AS account ON account.number = membership.member
  WHERE account.enabled
), toxic AS (
  SELECT holder, pair FROM held GROUP BY ALL HAVING count(DISTINCT side) = 2
)
SELECT entity, instance, id, pair AS subject, true AS violated,
  CASE count(DISTINCT side) WHEN 2 THEN 'The account ' || label || ' holds both sides of «' || pair || '».'
    ELSE 'The account ' || label || ' holds one side of «' || pair || '», and another account of the same person holds the other.' END
    AS sentence,
  risk_evidence([risk_fact('pair', pair), risk_fact('heldByThisAccount', list_sort(list(DISTINCT name))),
    risk_fact('isHeldThroughSeveralAccounts', count(DISTINCT side) < 2)]) AS evidence
FROM held SEMI JOIN toxic USING (holder, pair)
GROUP BY entity, instance, id, label, pair
