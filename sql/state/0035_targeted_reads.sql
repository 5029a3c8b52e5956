-- Targeted reads: runs that read only some objects of a source again, because a signal said that they have changed.

alter table sync_runs
  -- It reads only the objects that wait to be read again.
  add column targeted boolean not null default false;

-- A source has at most one open run that reads everything, and one that reads single objects. They run one after the other, in the order
-- of their positions, so that the later one has the newer data.
drop index sync_runs_one_open;
create unique index sync_runs_one_open on sync_runs (tenant, source_id) where status in ('Queued', 'Running') and not targeted;
create unique index sync_runs_one_targeted_open on sync_runs (tenant, source_id) where status in ('Queued', 'Running') and targeted;

-- Objects that have to be read again. Many requests for one object are one read.
create table awaited_objects (
  tenant text not null,
  source_id text not null,
  type text not null,
  -- Local id of the object.
  id text not null,
  -- The newest request. A run that began before it does not fulfil it.
  requested_at timestamptz not null,
  -- The targeted run that reads it; null: none has begun to, or it was requested again since.
  run_id uuid,
  primary key (tenant, source_id, type, id),
  foreign key (tenant, source_id) references sources (tenant, source_id) on delete cascade
);
