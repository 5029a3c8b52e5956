-- A denial takes away grants over the same target, and over what lies in it, from the accounts that hold both. Such a grant is given
-- to each of its other holders separately. When a denial covers only a part of what a grant is over, the accounts that hold both are
-- unsure: their counts, and the counts of all accounts that can act as them, are absent.

-- For each target of a denial, or of a grant for the same reason: the target and everything that contains it.
CREATE TABLE impersonation.around AS
WITH RECURSIVE denied_reasons AS (
  SELECT DISTINCT reason FROM impersonation.granted WHERE is_denial
), around AS (
  SELECT DISTINCT target, target AS outside FROM impersonation.granted SEMI JOIN denied_reasons USING (reason)
  UNION
  SELECT around.target, surroundings.outside FROM around JOIN (
    SELECT member.id AS inside, container.id AS outside FROM analytics.memberships AS relation
    JOIN analytics.nodes AS member ON member.number = relation.member
    JOIN analytics.nodes AS container ON container.number = relation.container
    UNION ALL
    SELECT "globalId", coalesce("globalParentId", "objectMetadata"."ApplicationInstanceId") FROM model."ObjectDirectory"
    UNION ALL
    SELECT "globalId", "globalObjectDirectoryContainerId" FROM model."Account" WHERE "globalObjectDirectoryContainerId" IS NOT NULL
  ) AS surroundings ON surroundings.inside = around.outside
)
SELECT DISTINCT target, outside FROM around
UNION
SELECT target, target_instance FROM impersonation.granted SEMI JOIN denied_reasons USING (reason);

INSERT INTO impersonation.contradictions
WITH denials AS (
  SELECT * FROM impersonation.granted WHERE is_denial
), pairs AS (
  SELECT granted.* EXCLUDE (is_denial), denial.holder AS denied_holder, denial.holder_type AS denied_holder_type, true AS is_covered
  FROM impersonation.granted AS granted
  JOIN impersonation.around AS around ON around.target = granted.target
  JOIN denials AS denial ON denial.target = around.outside AND denial.reason = granted.reason
  WHERE NOT granted.is_denial
  UNION ALL
  SELECT granted.* EXCLUDE (is_denial), denial.holder, denial.holder_type, false
  FROM denials AS denial
  JOIN impersonation.around AS around ON around.target = denial.target AND around.outside <> denial.target
  JOIN impersonation.granted AS granted ON granted.target = around.outside AND granted.reason = denial.reason
  WHERE NOT granted.is_denial
)
SELECT DISTINCT * FROM pairs;

-- The accounts that hold what the holders above hold.
INSERT INTO impersonation.held_by
WITH RECURSIVE holders AS (
  SELECT holder, holder_type FROM impersonation.contradictions
  UNION
  SELECT denied_holder, denied_holder_type FROM impersonation.contradictions
), inner_holders AS (
  SELECT holder, holder AS inside FROM holders
  UNION
  SELECT inner_holders.holder, member.id
  FROM inner_holders
  JOIN analytics.nodes AS container ON container.id = inner_holders.inside
  JOIN analytics.memberships AS relation ON relation.container = container.number
  JOIN analytics.nodes AS member ON member.number = relation.member
)
SELECT DISTINCT inner_holders.holder, accounts.account
FROM inner_holders JOIN impersonation.accounts AS accounts ON accounts.account = inner_holders.inside;

-- Those accounts, and the ones that can join the groups among these holders, or groups inside them. Nobody has to join a group that is
-- denied something, so this is about what is granted only.
INSERT INTO impersonation.may_hold
WITH RECURSIVE edges AS (
  SELECT container.id AS outside, member.id AS inside FROM analytics.memberships AS relation
  JOIN analytics.nodes AS member ON member.number = relation.member
  JOIN analytics.nodes AS container ON container.number = relation.container
  UNION ALL
  SELECT granted.target, granted.holder FROM impersonation.granted AS granted
  ANTI JOIN (FROM impersonation.granted WHERE reason = 'Joining' AND is_denial) AS denial
    ON denial.target = granted.target AND denial.holder = granted.holder
  WHERE granted.reason = 'Joining' AND NOT granted.is_denial
), inner_holders AS (
  SELECT DISTINCT holder, holder AS inside FROM impersonation.contradictions
  UNION
  SELECT inner_holders.holder, edges.inside FROM inner_holders JOIN edges ON edges.outside = inner_holders.inside
)
SELECT DISTINCT inner_holders.holder, accounts.account
FROM inner_holders JOIN impersonation.accounts AS accounts ON accounts.account = inner_holders.inside;

INSERT INTO impersonation.denied
SELECT DISTINCT contradiction.assignment, contradiction.specifier, contradiction.target, held.account, contradiction.is_covered
FROM impersonation.contradictions AS contradiction
JOIN impersonation.may_hold AS held ON held.holder = contradiction.holder
JOIN impersonation.held_by AS denied ON denied.holder = contradiction.denied_holder AND denied.account = held.account;

INSERT INTO impersonation.unsure SELECT DISTINCT account FROM impersonation.denied WHERE NOT is_covered;
