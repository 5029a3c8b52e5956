-- The account and all containers that it is in.
SELECT account AS holder, 0 AS hops FROM direct WHERE container IS NULL
UNION ALL
SELECT nesting.outside, min(nesting.depth) + 1
FROM direct JOIN inventory.access_nesting AS nesting ON nesting.inside = direct.container
GROUP BY nesting.outside
