-- Which resources lie in which others: at first the direct pairs.
CREATE TABLE analytics.resource_pairs AS
SELECT inside AS resource, outside AS ancestor, 1 AS depth FROM analytics.resource_edges;
