-- The page. Usually all of its first candidates are shown, because the numbers of accounts come before those of containers.
WITH page AS MATERIALIZED (
  FROM reached ORDER BY account LIMIT (SELECT size FROM asked)
), accounts AS NOT MATERIALIZED (
  SELECT number, node.id, name, is_enabled, node.application_instance_id FROM asked, inventory.access_nodes AS node
  WHERE type = 'Account' AND is_read AND coalesce(node.application_instance_id = asked.application_instance_id, true)
), shown AS MATERIALIZED (
  FROM page JOIN accounts ON accounts.number = page.account
), others AS (
  FROM reached
  WHERE account > (SELECT max(account) FROM page) AND (SELECT count(*) FROM shown) < (SELECT count(*) FROM page)
)
SELECT id AS "accountId", name AS "alias", is_enabled AS "enabled", application_instance_id AS "applicationInstanceId", hops, permissions,
  account::VARCHAR AS page_key
FROM (
  FROM shown
  UNION ALL
  FROM others JOIN accounts ON accounts.number = others.account
)
ORDER BY account
LIMIT (SELECT size FROM asked)
