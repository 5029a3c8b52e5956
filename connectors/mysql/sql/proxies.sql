-- Which account may act as which other account. An empty name stands for every account.
SELECT Host AS host, User AS user, Proxied_host AS proxied_host, Proxied_user AS proxied_user, With_grant AS may_grant
FROM mysql.proxies_priv
WHERE (Host, User, Proxied_host, Proxied_user) > (?, ?, ?, ?)
ORDER BY Host, User, Proxied_host, Proxied_user
