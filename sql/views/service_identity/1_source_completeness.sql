-- How completely each source was read, by type. Look here before you conclude anything from missing data.
-- source_id: The source, as the configuration names it
-- type: Object or relationship type that was read
-- status: Complete, or the reason why data may be missing: Partial (objects may be missing, or records were rejected), Forbidden, Unsupported (the source has no such objects), Failed
-- rows: Records that were read
-- duplicates: Records whose id the source gave more than once
-- rejected: Records that were rejected because they do not match the schema; their objects keep their last good form
-- gaps: What could not be read, and the reason that the connector gives
-- read_at: When the read ended
-- data_date: The date (UTC) of the newest read that saw any of the objects. Ages are counted up to it
-- kept: Objects that are shown in a former form, because the read rejected them or may not have seen them; absent when the number is not known
-- held_back: Why newer reads of the source look broken and are not shown; absent when the newest read is shown
-- assumed_fields: Fields that the source gives for none of these objects, as the API names them. What the objects show there is a default (`enabled`: true, `isAdmin`: false): what is true is not known
SELECT application_instance_id, source_id, type, status, rows, duplicates, rejected,
  from_json(gaps, '[{"reason": "VARCHAR", "subject": "VARCHAR", "message": "VARCHAR", "missing": "VARCHAR"}]') AS gaps,
  read_at, data_date, kept, held_back, assumed_fields
FROM inventory.source_completeness
