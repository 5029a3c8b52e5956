-- The steward of a machine or token account: the person of its owner. Of several owners, the first e-mail address.

CREATE TABLE enrich.owner_stewards AS
SELECT owned.account, min(person."email") AS email
FROM (SELECT account, unnest(owners) AS owner FROM enrich.account_owners) AS owned
JOIN enrich.account_person AS holder ON holder.account = owned.owner
JOIN enrich."Person" AS person ON person."globalId" = holder.person
WHERE person."email" IS NOT NULL GROUP BY owned.account;
