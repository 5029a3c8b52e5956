-- The serve and work processes of a deployment, and the configuration that each runs with. A row that was not renewed for a while
-- belongs to a process that has ended.

create table processes (
  process_id uuid primary key,
  role text not null,
  host text not null,
  pid integer not null,
  -- Digest of sources, schedules and limits of tenants.
  configuration text not null,
  seen_at timestamptz not null default now()
);
