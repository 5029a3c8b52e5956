-- Holders with grants and denials of these.
SELECT DISTINCT granted.holder, granted.object
FROM places JOIN inventory.access_grants_by_object AS granted ON granted.object = places.place
SEMI JOIN holders USING (holder)
WHERE granted.object = (SELECT object FROM asked) OR granted.permissions & 512::USMALLINT = 0
