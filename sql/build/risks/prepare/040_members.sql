-- Who holds privileges: accounts with a privileged grant of their own, or through a group or role, over any number of steps. The
-- containers that lead to a privileged grant are found first, so no pairs of account and object are made.

-- Containers with privileged grants in them or around them, and the name of one such grant.
CREATE TABLE risks.privileged_containers AS
SELECT inside.container.id AS container, min(granted.name) AS name
FROM (SELECT holder, min(name) AS name FROM risks.grants WHERE is_privileged AND holder_type <> 'Account' GROUP BY holder) AS granted
JOIN analytics.containers AS outside ON outside.container.id = granted.holder
JOIN analytics.container_pairs AS pairs ON pairs.outside = outside.number
JOIN analytics.containers AS inside ON inside.number = pairs.inside
GROUP BY ALL;

CREATE TABLE risks.privileged_accounts AS
SELECT account, min(name) AS name, bool_or(is_direct) AS is_direct FROM (
  SELECT holder AS account, name, true AS is_direct FROM risks.grants WHERE is_privileged AND holder_type = 'Account'
  UNION ALL
  SELECT relation."globalEntityId", privileged.name, false
  FROM model."EntityManagedViaObject" AS relation
  JOIN risks.privileged_containers AS privileged ON privileged.container = relation."globalManagedViaObjectId"
  WHERE relation."entityType" = 'Account'
) GROUP BY account;

-- Accounts that administer an instance or hold a privileged grant.
CREATE TABLE risks.administrators AS
SELECT account.*, privileged.name AS privilege, privileged.is_direct,
  CASE WHEN account.is_admin THEN 'The administrator ' ELSE 'The privileged account ' END || account.label AS subject_text
FROM risks.accounts AS account
LEFT JOIN risks.privileged_accounts AS privileged ON privileged.account = account.entity
WHERE account.is_admin OR privileged.account IS NOT NULL;
