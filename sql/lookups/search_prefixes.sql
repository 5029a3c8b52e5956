-- Objects that have the whole text `$text` as a username, an address or a name, and objects with words that begin with each of the
-- `$words` words `$word1` … `$word4` (NULL: none). A word is looked up as the range of words up to `$end1` …; an end that is shorter
-- than any longer word asks for that word alone.
--
-- The candidates are the objects of the rarest of the words, at most 100,000 of them; then it is looked at whether they have the
-- other words. Ranks: 0 whole username or address, 1 whole name, 2 whole words, 3 beginnings of words.
WITH found AS NOT MATERIALIZED (
  SELECT 1 AS place, word, objects, object_count FROM inventory.search_words
  WHERE word >= $word1::VARCHAR AND word < $end1::VARCHAR
    AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
  UNION ALL
  SELECT 2, word, objects, object_count FROM inventory.search_words
  WHERE word >= $word2::VARCHAR AND word < $end2::VARCHAR
    AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
  UNION ALL
  SELECT 3, word, objects, object_count FROM inventory.search_words
  WHERE word >= $word3::VARCHAR AND word < $end3::VARCHAR
    AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
  UNION ALL
  SELECT 4, word, objects, object_count FROM inventory.search_words
  WHERE word >= $word4::VARCHAR AND word < $end4::VARCHAR
    AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
), rarest AS (
  SELECT place FROM found GROUP BY place ORDER BY sum(object_count), place LIMIT 1
), shortest AS (
  SELECT objects, object_count, length(word) AS length,
    sum(object_count) OVER (ORDER BY length(word), word ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
  FROM found SEMI JOIN rarest USING (place)
), candidates AS (
  SELECT number, min(length) AS length FROM (
    SELECT unnest(list_slice(objects, 1, greatest(0, $candidates - coalesce(before, 0))::BIGINT)) AS number, length
    FROM shortest WHERE coalesce(before, 0) < $candidates
  ) GROUP BY number
), hits AS (
  SELECT number, min(rank) AS rank, min(length) AS length FROM (
    SELECT number, NULL AS rank, length FROM candidates
    UNION ALL
    SELECT number, CASE WHEN is_name THEN 1 ELSE 0 END, 0 FROM inventory.search_keys WHERE key = hash($text::VARCHAR)
  ) GROUP BY number
), ranked AS (
  SELECT object.*, hits.length,
    CASE WHEN hits.rank IS NOT NULL THEN hits.rank
      WHEN contains(object.words, ' ' || $word1::VARCHAR || ' ')
        AND ($word2 IS NULL OR contains(object.words, ' ' || $word2::VARCHAR || ' '))
        AND ($word3 IS NULL OR contains(object.words, ' ' || $word3::VARCHAR || ' '))
        AND ($word4 IS NULL OR contains(object.words, ' ' || $word4::VARCHAR || ' ')) THEN 2
      WHEN contains(object.words, ' ' || $word1::VARCHAR)
        AND ($word2 IS NULL OR contains(object.words, ' ' || $word2::VARCHAR))
        AND ($word3 IS NULL OR contains(object.words, ' ' || $word3::VARCHAR))
        AND ($word4 IS NULL OR contains(object.words, ' ' || $word4::VARCHAR)) THEN 3 END AS rank
  FROM hits JOIN inventory.search_objects AS object ON object.number = hits.number
)
SELECT object_type, object_id, rank FROM ranked
WHERE rank IS NOT NULL
  AND ($type::VARCHAR IS NULL OR object_type = $type::VARCHAR)
  AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
ORDER BY rank, length, object_id LIMIT $size
