-- Objects that have the whole text `$text` as a username, an address or a name, and objects with words that begin with each of the
-- `$words` words `$word1` … `$word4` (NULL: none). A word is looked up as the range of words up to `$end1` …; an end that is shorter
-- than any longer word asks for that word alone.
--
-- The candidates are the objects of the rarest of the words, at most `$candidates` of them. Each is then checked for the other
-- words. Ranks: 0 whole username or address, 1 whole name, 2 whole words, 3 beginnings of words.
--
-- The words, without their objects, because a word that is not the rarest may have very many.
SELECT 1 AS place, word, application_instance_id AS instance, object_count FROM inventory.search_words
WHERE word >= $word1::VARCHAR AND word < $end1::VARCHAR
  AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
UNION ALL
SELECT 2, word, application_instance_id, object_count FROM inventory.search_words
WHERE word >= $word2::VARCHAR AND word < $end2::VARCHAR
  AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
UNION ALL
SELECT 3, word, application_instance_id, object_count FROM inventory.search_words
WHERE word >= $word3::VARCHAR AND word < $end3::VARCHAR
  AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
UNION ALL
SELECT 4, word, application_instance_id, object_count FROM inventory.search_words
WHERE word >= $word4::VARCHAR AND word < $end4::VARCHAR
  AND ($application_instance_id::VARCHAR IS NULL OR application_instance_id = $application_instance_id::UUID)
