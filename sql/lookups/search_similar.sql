-- Objects with words that contain the `$words` (joined by blanks), or that are similar to them: one typing error in a word of four to
-- seven letters, two in a longer word. A typing error is a wrong, missing, additional or exchanged letter. The objects also have
-- words that begin with the `$numbers` (joined by blanks; NULL: none).
--
-- The candidates are the objects of the rarest of the words, at most `$candidates` of them; of the other words, the thirty most
-- similar forms are looked for. Ranks: 4 within a word, 5 similar.
WITH asked AS (
  SELECT unnest(range(1, len(words) + 1)) AS place, unnest(words) AS word, unnest(letters) AS letters
  FROM (SELECT string_split($words::VARCHAR, ' ') AS words, string_split($letters::VARCHAR, ' ')::INTEGER[] AS letters)
), variants AS (
  SELECT asked.place, found.word, found.objects, found.object_count, abs(length(found.word) - length(asked.word)) AS distance,
    CASE WHEN contains(found.word, asked.word) THEN 4 ELSE 5 END AS rank
  FROM asked JOIN (
    FROM inventory.search_words
    WHERE letters IS NOT NULL
      AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
  ) AS found
    ON CASE
      WHEN asked.letters & found.letters = asked.letters AND contains(found.word, asked.word) THEN true
      WHEN length(asked.word) < 4 THEN false
      WHEN bit_count(xor(found.letters, asked.letters)) > CASE WHEN length(asked.word) < 8 THEN 2 ELSE 4 END THEN false
      WHEN abs(length(found.word) - length(asked.word)) > CASE WHEN length(asked.word) < 8 THEN 1 ELSE 2 END THEN false
      ELSE damerau_levenshtein(found.word, asked.word) <= CASE WHEN length(asked.word) < 8 THEN 1 ELSE 2 END
    END
), rarest AS (
  SELECT place FROM variants GROUP BY place ORDER BY sum(object_count), place LIMIT 1
), nearest AS (
  SELECT objects, object_count, rank, distance,
    sum(object_count) OVER (ORDER BY rank, distance, word ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
  FROM variants SEMI JOIN rarest USING (place)
), candidates AS (
  SELECT number, min(rank) AS rank, min(distance) AS distance FROM (
    SELECT unnest(list_slice(objects, 1, greatest(0, $candidates - coalesce(before, 0))::BIGINT)) AS number, rank, distance
    FROM nearest WHERE coalesce(before, 0) < $candidates
  ) GROUP BY number
), others AS (
  SELECT list(forms) AS others FROM (
    SELECT list(DISTINCT ' ' || word || ' ') AS forms FROM (
      FROM variants ANTI JOIN rarest USING (place)
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
  AND (SELECT count(DISTINCT place) FROM variants) = (SELECT count(*) FROM asked)
ORDER BY rank, candidates.distance, object.object_id LIMIT $size
