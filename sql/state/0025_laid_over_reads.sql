-- Reads that landed only what differs from earlier reads of the same type.

alter table sync_reads
  -- The positions of the runs that the read is laid over, in ascending order. Null: all objects that it knows are landed with it.
  add column laid_over bigint[];

alter table landed_parts
  -- The file has no objects, but the ids of objects of the runs below that the source has deleted.
  add column holds_removed boolean not null default false;
