-- The forms of the rarest word, the shortest first, until they have enough objects. `wanted`: how many objects are still needed. There
-- are no rows when another word has no form.
WITH rarest AS (
  SELECT place FROM found GROUP BY place ORDER BY sum(object_count), place LIMIT 1
), counted AS (
  SELECT word, instance, length(word) AS length,
    $candidates - coalesce(sum(object_count) OVER (ORDER BY length(word), word ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      AS wanted
  FROM found SEMI JOIN rarest USING (place)
)
SELECT word, instance, length, wanted::BIGINT AS wanted FROM counted
WHERE wanted > 0 AND (SELECT count(DISTINCT place) FROM found)
  = len(list_filter([$word1::VARCHAR, $word2::VARCHAR, $word3::VARCHAR, $word4::VARCHAR], lambda word: word IS NOT NULL))
