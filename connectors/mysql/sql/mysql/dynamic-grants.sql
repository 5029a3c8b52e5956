-- The dynamic privileges of each account on the whole server.
SELECT HOST AS host, USER AS user, group_concat(PRIV ORDER BY PRIV SEPARATOR ',') AS privileges,
  group_concat(CASE WITH_GRANT_OPTION WHEN 'Y' THEN PRIV END ORDER BY PRIV SEPARATOR ',') AS grantable
FROM mysql.global_grants
WHERE (HOST, USER) > (?, ?)
GROUP BY HOST, USER
ORDER BY HOST, USER
