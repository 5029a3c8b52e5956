-- title: Key that several machine accounts share
-- severity: Medium
-- type: Security
-- entity: Account
-- data: tenant
-- needs: keys, machines
-- why: Whoever has the key is all of these accounts at once. The log does not tell them apart, and the key cannot be replaced for one of them alone.
-- fix: Give each machine account a key of its own, and delete the shared one.
-- references: ISO/IEC 27001:2022 A.5.16; NIST SP 800-53 Rev. 5 IA-4; OWASP NHI9:2025
-- parameter accounts: 2  machine accounts with the key, from which it is shared
-- A key belongs to an account that has the same hash. Agents do not count: those of one blueprint share its credentials by design.
WITH holders AS (
  SELECT hash, count(DISTINCT entity) AS accounts, list(DISTINCT {'instance': instance, 'label': label}) AS names
  FROM (SELECT *, unnest(hashes) AS hash FROM risks.accounts WHERE enabled AND type = 'Machine' AND sub_type <> 'Agent')
  GROUP BY hash HAVING count(DISTINCT entity) >= $accounts
), shared AS (
  SELECT key.*, holders.* FROM (SELECT *, unnest(hashes) AS own_hash FROM risks.accounts WHERE enabled AND type = 'Token') AS key
  JOIN holders ON holders.hash = key.own_hash
)
SELECT entity, instance, id, true AS violated,
  'The key ' || label || ' belongs to ' || max(accounts) || ' machine accounts.' AS sentence,
  risk_evidence([risk_fact('machineAccounts', max(accounts)),
    risk_fact('accountsInTheSameInstance', list_sort(list_distinct(list_transform(
      list_filter(flatten(list(names)), lambda name: name.instance = shared.instance), lambda name: name.label)))),
    risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM shared GROUP BY entity, instance, id, label, last_activity_at
