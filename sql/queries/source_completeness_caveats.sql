-- name: What the data does not show
-- description: Reads that were not complete, rejected records or left gaps, sources that are held back, and reads that are long ago. Look here before concluding anything from what is absent.
-- tags: data-quality
-- parameter hours: 48  age of a read in hours, against the newest read
WITH newest AS (SELECT max(read_at) AS at FROM source_completeness)
SELECT completeness.source_id, completeness.type, completeness.status, completeness.rows, completeness.rejected,
  completeness.duplicates, completeness.kept, completeness.held_back, completeness.read_at, [gap.subject || ': ' || gap.message FOR gap IN completeness.gaps] AS gaps
FROM source_completeness AS completeness
CROSS JOIN newest
WHERE completeness.status NOT IN ('Complete', 'Unsupported') OR completeness.rejected > 0 OR completeness.duplicates > 0 OR len(completeness.gaps) > 0
  OR completeness.held_back IS NOT NULL AND completeness.status <> 'Unsupported'
  OR date_sub('hour', completeness.read_at, newest.at) >= :hours
ORDER BY completeness.source_id, completeness.type
