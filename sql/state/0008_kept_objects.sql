-- A rejected record is not a deleted one. When a read ends that did not see everything, or rejected records, what it may not
-- drop is landed with it once more, so that each ended read holds all that is known of its type.

alter table sync_reads
  -- Objects that stay in their former form although this read did not bring them. Null: what is known of the type begins with
  -- an earlier read, over which this one is laid.
  add column kept bigint;

-- Up to now a read with rejected records counted as complete, and nothing was kept.
update sync_reads set kept = 0 where status = 'Complete';
update sync_reads set status = 'Partial' where status = 'Complete' and rejected > 0;
