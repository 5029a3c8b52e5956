-- The best of the candidates that have the other words too.
WITH others AS (
  SELECT list(forms) AS others FROM (
    SELECT list(DISTINCT ' ' || word || ' ') AS forms FROM (
      FROM variants ANTI JOIN nearest USING (place)
      QUALIFY row_number() OVER (PARTITION BY place ORDER BY rank, distance, word) <= 30
    ) GROUP BY place
    UNION ALL
    SELECT [' ' || unnest(string_split($numbers::VARCHAR, ' '))]
  )
)
SELECT object.object_type, object.object_id,
  greatest(candidates.rank, (SELECT max(best) FROM (SELECT min(rank) AS best FROM variants GROUP BY place))) AS rank
FROM candidates JOIN inventory.search_objects AS object ON object.number = candidates.number, others
WHERE ($type::VARCHAR IS NULL OR object.object_type = $type::VARCHAR)
  AND len(list_filter(others, lambda forms:
    len(list_filter(forms, lambda form: contains(object.words, form))) = 0)) IS NOT DISTINCT FROM CASE WHEN others IS NOT NULL THEN 0 END
ORDER BY rank, candidates.distance, object.object_id LIMIT $size
