-- name: What the data does not show
-- description: Reads that were incomplete, rejected records or left gaps, and old reads. Look here before you conclude anything from missing data.
-- tags: data-quality
-- parameter hours: 48  age of a read in hours, against the newest read
WITH newest AS (SELECT max(read_at) AS at FROM source_completeness)
SELECT completeness.source_id, completeness.type, completeness.status, completeness.rows, completeness.rejected,
  completeness.duplicates, completeness.read_at, [gap.subject || ': ' || gap.message FOR gap IN completeness.gaps] AS gaps
FROM source_completeness AS completeness
CROSS JOIN newest
WHERE completeness.status NOT IN ('Complete', 'Unsupported') OR completeness.rejected > 0 OR completeness.duplicates > 0 OR len(completeness.gaps) > 0
  OR date_sub('hour', completeness.read_at, newest.at) >= :hours
ORDER BY completeness.source_id, completeness.type
