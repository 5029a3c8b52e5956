-- How completely each source was read, by type. Look here before you conclude anything from missing data.
-- source_id: The source, as the configuration names it
-- type: Object or relationship type that was read
-- status: Complete, or why data is missing: Partial, Forbidden, Unsupported (the source has no such objects), Failed
-- rows: Records that were read
-- duplicates: Records whose id the source gave more than once
-- rejected: Records that were set aside because they break the schema
-- gaps: What could not be read and why, as the connector reported it
-- read_at: When the read ended: the date of the data
SELECT application_instance_id, source_id, type, status, rows, duplicates, rejected,
  from_json(gaps, '[{"reason": "VARCHAR", "subject": "VARCHAR", "message": "VARCHAR", "missing": "VARCHAR"}]') AS gaps,
  read_at
FROM inventory.source_completeness
