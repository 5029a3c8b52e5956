-- A landed file that is damaged cannot be repaired, but its source can be read again.

alter table sync_reads
  -- A file that it landed is damaged: nothing is made from it any more.
  add column damaged boolean not null default false;
