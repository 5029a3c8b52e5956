-- A source whose new data look broken is held back alone: versions go on with its last good data.

alter table sources
  -- Versions are made from the runs of the source up to this position, unless newer ones are accepted. 0: from none. Null: not
  -- known, because a former release held the whole version back.
  add column accepted_position bigint default 0;

-- What was published last was made from every run that had ended, unless a build waits, was held back or failed since.
update sources set accepted_position = (
  select case when last.status = 'Published' then coalesce(max(position), 0) end
  from sync_runs where sync_runs.tenant = sources.tenant and sync_runs.source_id = sources.source_id and ended_at is not null
)
from (select distinct on (tenant) tenant, status from builds order by tenant, queued_at desc) as last
where last.tenant = sources.tenant;

alter table sync_runs
  -- The findings that keep the run's data out of versions; null: nothing does. It stays when a later run is published instead.
  add column held_back jsonb,
  add column held_back_at timestamptz;

alter table builds
  -- Sources whose losses and rejections the operator accepts. `accept_loss` is no longer read.
  add column accepted_sources text[] not null default '{}';
