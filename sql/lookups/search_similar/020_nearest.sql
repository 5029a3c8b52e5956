-- The forms of the rarest word, the most similar first, until they have enough objects. `wanted`: how many objects are still needed.
-- There are no rows when another word has no form.
WITH rarest AS (
  SELECT place FROM variants GROUP BY place ORDER BY sum(object_count), place LIMIT 1
), counted AS (
  SELECT place, word, instance, rank, distance,
    $candidates - coalesce(sum(object_count) OVER (ORDER BY rank, distance, word ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      AS wanted
  FROM variants SEMI JOIN rarest USING (place)
)
SELECT place, word, instance, rank, distance, wanted::BIGINT AS wanted FROM counted
WHERE wanted > 0 AND (SELECT count(DISTINCT place) FROM variants) = len(string_split($words::VARCHAR, ' '))
