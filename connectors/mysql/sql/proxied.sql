-- The accounts that others may act as.
SELECT DISTINCT Proxied_host AS host, Proxied_user AS user
FROM mysql.proxies_priv
WHERE Proxied_user <> '' AND (Proxied_host, Proxied_user) > (?, ?)
ORDER BY Proxied_host, Proxied_user
