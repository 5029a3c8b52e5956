-- Pushes: reads whose rows a system sends to a source instead of being asked for them, in one batch or several.

create table pushes (
  push_id uuid primary key,
  position bigint generated always as identity,
  tenant text not null,
  source_id text not null,
  -- What its batches say that they belong to; null: it is one batch.
  name text,
  -- Whether objects that it does not bring are gone.
  complete boolean not null,
  opened_at timestamptz not null default now(),
  -- How many batches it has; null: the last one has not come.
  batches integer,
  -- When the last batch came: from then on a run lands it.
  closed_at timestamptz,
  -- When a run had landed it. Its batches hold no rows any more, and say only that they came.
  landed_at timestamptz,
  -- The later complete push that has all of its rows again, so that no run lands this one; null: none has.
  superseded_by uuid,
  foreign key (tenant, source_id) references sources
);
create unique index pushes_by_name on pushes (tenant, source_id, name);
create index pushes_waiting on pushes (tenant, source_id, position) where landed_at is null;

create table push_batches (
  push_id uuid not null references pushes on delete cascade,
  number integer not null,
  -- The names of its rows in the description of the source.
  names text[] not null,
  -- JSON, as text so that numbers keep all their digits: name → rows. Null: landed.
  rows text,
  bytes bigint not null,
  -- Of the request: the same batch may come again.
  sha256 text not null,
  primary key (push_id, number)
);

-- The push that the run lands; null: none.
alter table sync_runs add column push_id uuid;
create index sync_runs_by_push on sync_runs (push_id) where push_id is not null;
