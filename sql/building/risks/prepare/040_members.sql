-- Who holds privileges: accounts with a privileged grant of their own, or through a group or role, over any number of steps. The
-- containers that lead to a privileged grant are found first, so no pairs of account and object are made.

-- Containers with privileged grants in them or around them, and the object of one such grant.
CREATE TABLE risks.privileged_containers AS
SELECT pairs.inside AS container, min(granted.object) AS object
FROM (SELECT holder, min(object) AS object FROM risks.grants WHERE is_privileged AND NOT is_direct GROUP BY holder) AS granted
JOIN analytics.container_pairs AS pairs ON pairs.outside = granted.holder
GROUP BY ALL;

CREATE TABLE risks.privileged_accounts AS
SELECT account.id AS account, object.name AS privilege, held.is_direct
FROM (
  SELECT account, min(object) AS object, bool_or(is_direct) AS is_direct FROM (
    SELECT holder AS account, object, true AS is_direct FROM risks.grants WHERE is_privileged AND is_direct
    UNION ALL
    SELECT membership.member, privileged.object, false
    FROM analytics.memberships AS membership
    JOIN risks.privileged_containers AS privileged USING (container)
    WHERE membership.is_account
  ) GROUP BY account
) AS held
JOIN analytics.nodes AS account ON account.number = held.account
JOIN analytics.nodes AS object ON object.number = held.object;

-- Accounts that administer an instance or hold a privileged grant.
CREATE TABLE risks.administrators AS
SELECT account.*, privileged.privilege, privileged.is_direct,
  CASE WHEN account.is_admin THEN 'The administrator ' ELSE 'The privileged account ' END || account.label AS subject_text
FROM risks.accounts AS account
LEFT JOIN risks.privileged_accounts AS privileged ON privileged.account = account.entity
WHERE account.is_admin OR privileged.account IS NOT NULL;
