-- name: Contradicting evidence of persons
-- description: Accounts that belong to nobody because what is known of them contradicts itself, and employees who share a number or an e-mail address. Correct the data in the source.
-- tags: data-quality, orphans
SELECT conflict.source_id, conflict.object_type, conflict.object_name, conflict.reason, conflict.explanation,
  list_sort(list(DISTINCT coalesce(conflict.person_name, conflict.person_id::VARCHAR))) AS persons
FROM person_conflicts AS conflict
GROUP BY ALL
ORDER BY conflict.reason, conflict.source_id, conflict.object_name
