-- The account, and all of its containers.
SELECT account AS holder FROM asked
UNION
SELECT nesting.outside FROM direct JOIN inventory.access_nesting AS nesting ON nesting.inside = direct.container
