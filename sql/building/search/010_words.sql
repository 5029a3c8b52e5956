-- The words of each object: runs of letters, and runs of digits, so that `jdoe17` has the words `jdoe` and `17`. `search.texts` has
-- a row for each object that can be searched: its number, and its names, usernames, addresses and id in one folded text.
CREATE TABLE search.objects AS
SELECT number, application_instance_id, object_type, object_id,
  list_distinct(regexp_extract_all(words, '[\p{L}\p{M}]+|\p{N}+')) AS words
FROM search.texts;

INSERT INTO search.search_objects BY NAME
SELECT number, application_instance_id, object_type, object_id, ' ' || array_to_string(words, ' ') || ' ' AS words
FROM search.objects;
