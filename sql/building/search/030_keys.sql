-- Whole usernames, addresses and names, by hash: what is typed in full is found at once, and comes first.
INSERT INTO search.search_keys BY NAME
SELECT DISTINCT hash(text) AS key, application_instance_id, number, is_name
FROM (
  SELECT application_instance_id, number, unnest(keys) AS text, false AS is_name FROM search.texts
  UNION ALL
  SELECT application_instance_id, number, unnest(names), true FROM search.texts
) WHERE text <> ''
ORDER BY key;
