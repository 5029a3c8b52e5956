-- The objects of each word and application instance, by word: a prefix is a range of rows. `letters` has a bit for each letter from a
-- to z that the word has. Words that differ by one typing error differ in at most two of the bits, so that few words have to be
-- compared letter by letter. It is NULL for numbers, which are never taken for similar. Of a word with very many objects, only the
-- first 100,000 are listed, because a search looks at no more; `object_count` counts all.
INSERT INTO search.search_words BY NAME
SELECT application_instance_id, word, object_count, objects[:100000] AS objects,
  CASE WHEN regexp_matches(word, '^\p{N}') THEN NULL ELSE
    (contains(word, 'a')::INTEGER) | (contains(word, 'b')::INTEGER << 1) | (contains(word, 'c')::INTEGER << 2)
    | (contains(word, 'd')::INTEGER << 3) | (contains(word, 'e')::INTEGER << 4) | (contains(word, 'f')::INTEGER << 5)
    | (contains(word, 'g')::INTEGER << 6) | (contains(word, 'h')::INTEGER << 7) | (contains(word, 'i')::INTEGER << 8)
    | (contains(word, 'j')::INTEGER << 9) | (contains(word, 'k')::INTEGER << 10) | (contains(word, 'l')::INTEGER << 11)
    | (contains(word, 'm')::INTEGER << 12) | (contains(word, 'n')::INTEGER << 13) | (contains(word, 'o')::INTEGER << 14)
    | (contains(word, 'p')::INTEGER << 15) | (contains(word, 'q')::INTEGER << 16) | (contains(word, 'r')::INTEGER << 17)
    | (contains(word, 's')::INTEGER << 18) | (contains(word, 't')::INTEGER << 19) | (contains(word, 'u')::INTEGER << 20)
    | (contains(word, 'v')::INTEGER << 21) | (contains(word, 'w')::INTEGER << 22) | (contains(word, 'x')::INTEGER << 23)
    | (contains(word, 'y')::INTEGER << 24) | (contains(word, 'z')::INTEGER << 25) END AS letters
FROM (
  SELECT application_instance_id, word, count(*) AS object_count, list(number ORDER BY number) AS objects
  FROM (SELECT application_instance_id, number, unnest(words) AS word FROM search.objects) GROUP BY ALL
)
ORDER BY word, application_instance_id;
