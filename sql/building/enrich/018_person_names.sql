-- The names by which persons are found (001_own_names.sql), with those of accounts that are linked by single sign-on. Only an account that
-- makes a person shows who manages the person, so the names of managers are left out for the others. The next build reads this table to
-- find the objects of other application instances that a change can reach.

CREATE TABLE enrich.person_names AS
SELECT * FROM enrich.own_names WHERE NOT is_reader OR object_id IN (SELECT maker FROM enrich.makers)
UNION ALL
SELECT people.instance, link.account, hash(link.source::VARCHAR), false
FROM enrich.account_links AS link JOIN enrich.people AS people USING (account)
UNION ALL
SELECT people.instance, link.source, hash(link.source::VARCHAR), false
FROM enrich.account_links AS link JOIN enrich.people AS people ON people.account = link.source;
