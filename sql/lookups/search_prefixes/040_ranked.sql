-- The best of them.
WITH ranked AS (
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
