-- Adds accounts that are linked by single sign-on to the names by which persons are found. Only an account that makes a person shows
-- who manages the person, so the names of managers are removed from the others.

INSERT INTO enrich.person_names
SELECT people.instance, link.account, hash(link.source::VARCHAR), false
FROM enrich.account_links AS link JOIN enrich.people AS people USING (account)
UNION ALL
SELECT people.instance, link.source, hash(link.source::VARCHAR), false
FROM enrich.account_links AS link JOIN enrich.people AS people ON people.account = link.source;

DELETE FROM enrich.person_names WHERE is_reader AND object_id NOT IN (SELECT maker FROM enrich.makers);
