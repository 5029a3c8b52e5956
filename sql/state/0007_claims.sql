-- Who works on what. A process claims a run, a build or an export for some seconds and renews the claim while it works on
-- it; a claim that was not renewed may be taken over. Each claim has a number of its own, and nothing is written for a
-- claim that is not the latest. Only this database's clock counts.

alter table sync_runs
  add column attempt integer not null default 0,
  add column lease_until timestamptz,
  -- claims that ended without saying so, and transient faults of the source, since something was last landed
  add column failures integer not null default 0,
  -- not before, after a transient fault
  add column retry_at timestamptz,
  -- the moment of its schedule that it is for
  add column due_at timestamptz;

-- However many processes find that a source is due, and whatever their clocks say, it has one run for it.
create unique index sync_runs_one_per_due on sync_runs (tenant, source_id, due_at) where due_at is not null;
create index sync_runs_by_tenant on sync_runs (tenant, position);

alter table builds
  add column attempt integer not null default 0,
  add column lease_until timestamptz,
  add column failures integer not null default 0;

-- A tenant has one build at work.
create unique index builds_one_running on builds (tenant) where status = 'Running';

alter table downloads
  add column attempt integer not null default 0,
  add column lease_until timestamptz,
  add column failures integer not null default 0;

-- Where a version lies. A build that lost its claim may still write, but never where another one's version is.
alter table versions add column folder text;
update versions set folder = lpad(version::text, 8, '0');
alter table versions alter column folder set not null;

-- The files that a read landed. Reads of before this table have none here; all files in their folder are theirs.
create table landed_parts (
  run_id uuid not null,
  type text not null,
  part integer not null,
  name text not null,
  bytes bigint not null,
  sha256 text not null,
  primary key (run_id, type, part),
  foreign key (run_id, type) references sync_reads (run_id, type) on delete cascade
);
