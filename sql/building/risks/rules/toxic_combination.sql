-- title: Toxic combination of access
-- severity: High
-- type: Access
-- entity: Account
-- data: tenant
-- needs: pairs
-- why: One person can carry out both halves of a process that two people should share, so fraud or a mistake needs no accomplice.
-- fix: Take one of the two away. Where the person needs both for a time, accept the risk until a date and have somebody else check.
-- references: ISO/IEC 27001:2022 A.5.3; NIST SP 800-53 Rev. 5 AC-5
-- The pairs are those of `risks.pairs` in the configuration. A person holds both sides in one account or in several.
WITH sides AS (
  SELECT holder, pair, side FROM risks.held_sides
  UNION ALL
  SELECT person_id, pair, side FROM risks.all_person_facts WHERE fact = 'side'
), toxic AS (
  SELECT holder, pair FROM sides GROUP BY ALL HAVING count(DISTINCT side) = 2
)
SELECT entity, instance, id, pair AS subject, true AS violated,
  CASE count(DISTINCT side) WHEN 2 THEN 'The account ' || label || ' holds both sides of «' || pair || '».'
    ELSE 'The account ' || label || ' holds one side of «' || pair || '», and another account of the same person holds the other.' END
    AS sentence,
  risk_evidence([risk_fact('pair', pair), risk_fact('heldByThisAccount', list_sort(list(DISTINCT name))),
    risk_fact('isHeldThroughSeveralAccounts', count(DISTINCT side) < 2)]) AS evidence
FROM risks.held_sides SEMI JOIN toxic USING (holder, pair)
GROUP BY entity, instance, id, label, pair
