-- The best of the candidates that have the other words too: those with the fewest typing errors in all words together.
WITH others AS (
  SELECT list(forms) AS others FROM (
    SELECT list({'word': ' ' || word || ' ', 'distance': distance}) AS forms FROM (
      SELECT place, word, min(rank) AS rank, min(distance) AS distance FROM variants ANTI JOIN nearest USING (place)
      GROUP BY place, word
      QUALIFY row_number() OVER (PARTITION BY place ORDER BY min(rank), min(distance), word) <= 30
    ) GROUP BY place
    UNION ALL
    SELECT [{'word': ' ' || unnest(string_split($numbers::VARCHAR, ' ')), 'distance': 0}]
  )
), scored AS (
  SELECT object.object_type, object.object_id, candidates.rank, candidates.distance,
    -- Of each other word, the typing errors in the form that the object has; NULL: it has none.
    list_transform(others, lambda forms: list_min(list_transform(
      list_filter(forms, lambda form: contains(object.words, form.word)), lambda form: form.distance))) AS distances
  FROM candidates JOIN inventory.search_objects AS object ON object.number = candidates.number, others
  WHERE $type::VARCHAR IS NULL OR object.object_type = $type::VARCHAR
)
SELECT object_type, object_id,
  greatest(rank, (SELECT max(best) FROM (SELECT min(rank) AS best FROM variants GROUP BY place))) AS rank
FROM scored
WHERE len(list_filter(coalesce(distances, []), lambda distance: distance IS NULL)) = 0
ORDER BY rank, distance + coalesce(list_sum(distances), 0), object_id LIMIT $size
