-- The candidates, and what has the whole text.
SELECT number, min(rank) AS rank, min(length) AS length FROM (
  SELECT unnest(list_slice(listed.objects, 1, shortest.wanted)) AS number, NULL AS rank, shortest.length
  FROM shortest
  JOIN inventory.search_words AS listed
    ON listed.word = shortest.word AND listed.application_instance_id IS NOT DISTINCT FROM shortest.instance
  UNION ALL
  SELECT number, CASE WHEN is_name THEN 1 ELSE 0 END, 0
  FROM (SELECT hash($text::VARCHAR) AS key) AS asked JOIN inventory.search_keys USING (key)
) GROUP BY number
