-- The page. Usually all of its first candidates are shown, because the numbers of accounts come before those of containers.
--
-- What was asked comes with the candidates. As a relation of its own it would be joined with all nodes first.
WITH candidates AS NOT MATERIALIZED (
  SELECT reached.account, reached.permissions, reached.hops, asked.application_instance_id AS asked_instance FROM reached, asked
), page AS MATERIALIZED (
  FROM candidates ORDER BY account LIMIT (SELECT size FROM asked)
), shown AS MATERIALIZED (
  FROM page JOIN inventory.access_nodes AS node ON node.number = page.account
  WHERE node.type = 'Account' AND node.is_read AND coalesce(node.application_instance_id = page.asked_instance, true)
), others AS (
  FROM candidates
  WHERE account > (SELECT max(account) FROM page) AND (SELECT count(*) FROM shown) < (SELECT count(*) FROM page)
)
SELECT id AS "accountId", name AS "alias", is_enabled AS "enabled", application_instance_id AS "applicationInstanceId", hops, permissions,
  account::VARCHAR AS page_key
FROM (
  FROM shown
  UNION ALL
  FROM others JOIN inventory.access_nodes AS node ON node.number = others.account
  WHERE node.type = 'Account' AND node.is_read AND coalesce(node.application_instance_id = others.asked_instance, true)
)
ORDER BY account
LIMIT (SELECT size FROM asked)
