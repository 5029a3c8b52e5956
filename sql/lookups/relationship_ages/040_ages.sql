SELECT wanted.id, coalesce(created, appearances.changed_at, read_at) AS at,
  CASE WHEN created IS NOT NULL THEN 'Source' WHEN appearances.changed_at IS NOT NULL THEN 'History' ELSE 'Read' END AS "knownBy"
FROM wanted
LEFT JOIN first_reads USING (instance, type)
LEFT JOIN appearances ON appearances.id = wanted.id AND appearances.version IS DISTINCT FROM first_reads.version
