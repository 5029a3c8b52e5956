-- Objects with words that contain the `$words` (joined by blanks), or that are similar to them: one typing error in a word of four to
-- seven letters, two in a longer word. A typing error is a wrong, missing, additional or exchanged letter. The objects also have
-- words that begin with the `$numbers` (joined by blanks; NULL: none).
--
-- The candidates are the objects of the rarest of the words, at most `$candidates` of them; of the other words, the thirty most
-- similar forms are looked for. Ranks: 4 within a word, 5 similar. `distance`: typing errors; of a part of a word, the letters around it.
--
-- The forms of the words, without their objects, because a word that is not the rarest may have very many.
WITH asked AS (
  SELECT unnest(range(1, len(words) + 1)) AS place, unnest(words) AS word, unnest(letters) AS letters
  FROM (SELECT string_split($words::VARCHAR, ' ') AS words, string_split($letters::VARCHAR, ' ')::INTEGER[] AS letters)
)
SELECT asked.place, found.word, found.instance, found.object_count, 
  CASE WHEN contains(found.word, asked.word) THEN length(found.word) - length(asked.word)
    ELSE damerau_levenshtein(found.word, asked.word) END AS distance,
  CASE WHEN contains(found.word, asked.word) THEN 4 ELSE 5 END AS rank
FROM asked JOIN (
  SELECT word, letters, application_instance_id AS instance, object_count FROM inventory.search_words
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
