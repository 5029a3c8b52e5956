-- What a landed file holds: objects, the ids of objects of the runs below that the source has deleted, or the ids of objects that the
-- read did not see, with the dates of the reads that last did.

alter table landed_parts add column holds text not null default 'objects';
update landed_parts set holds = 'removed' where holds_removed;
alter table landed_parts drop column holds_removed;

-- The digest of the records of a full read that saw everything. A read with the same digest has brought nothing new.
alter table sync_reads add column digest text;
