-- Their objects.
SELECT number, min(rank) AS rank, min(distance) AS distance FROM (
  SELECT unnest(list_slice(listed.objects, 1, nearest.wanted)) AS number, nearest.rank, nearest.distance
  FROM nearest
  JOIN inventory.search_words AS listed
    ON listed.word = nearest.word AND listed.application_instance_id IS NOT DISTINCT FROM nearest.instance
) GROUP BY number
