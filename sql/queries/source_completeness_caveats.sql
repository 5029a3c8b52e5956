-- name: What the data does not show
-- description: Reads that were not complete, rejected records, left gaps or ended long ago, and sources that are held back. Look here before you conclude anything from missing data.
-- tags: data-quality
-- parameter hours: 48  hours by which a read is older than the newest read
WITH newest AS (SELECT max(read_at) AS at FROM source_completeness)
SELECT completeness.source_id, completeness.type, completeness.status, completeness.rows, completeness.rejected,
  completeness.duplicates, completeness.kept, completeness.held_back, completeness.read_at, [gap.subject || ': ' || gap.message FOR gap IN completeness.gaps] AS gaps
FROM source_completeness AS completeness
CROSS JOIN newest
WHERE completeness.status NOT IN ('Complete', 'Unsupported') OR completeness.rejected > 0 OR completeness.duplicates > 0 OR len(completeness.gaps) > 0
  OR completeness.held_back IS NOT NULL AND completeness.status <> 'Unsupported'
  OR date_sub('hour', completeness.read_at, newest.at) >= :hours
ORDER BY completeness.source_id, completeness.type
