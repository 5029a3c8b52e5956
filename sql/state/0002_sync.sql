-- What ran, what each run saw, and which versions came of it.

create table sources (
  tenant text not null,
  source_id text not null,
  connector text not null,
  application_instance_id uuid not null unique,
  first_seen_at timestamptz not null default now(),
  primary key (tenant, source_id)
);

-- One extraction of one source. `position` orders the runs of a tenant: a later one wins over an earlier one.
create table sync_runs (
  run_id uuid primary key,
  position bigint generated always as identity unique,
  tenant text not null,
  source_id text not null,
  status text not null check (status in ('Queued', 'Running', 'Landed', 'Failed')),
  cause text not null,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  error text,
  foreign key (tenant, source_id) references sources (tenant, source_id)
);

-- A source has one run at a time that has not ended: a second request joins it.
create unique index sync_runs_one_open on sync_runs (tenant, source_id) where status in ('Queued', 'Running');
create index sync_runs_by_source on sync_runs (tenant, source_id, position);

-- The ledger: per run and type, what was seen, how far, and what could not be.
create table sync_reads (
  run_id uuid not null references sync_runs (run_id) on delete cascade,
  type text not null,
  status text not null check (status in ('Running', 'Complete', 'Partial', 'Forbidden', 'Unsupported', 'Failed')),
  cursor text,
  parts integer not null default 0,
  rows bigint not null default 0,
  duplicates bigint not null default 0,
  rejected bigint not null default 0,
  filled jsonb not null default '{}',
  gaps jsonb not null default '[]',
  error text,
  updated_at timestamptz not null default now(),
  primary key (run_id, type)
);

-- A build makes one version from everything landed. Requests that wait are merged into one.
create table builds (
  build_id uuid primary key,
  tenant text not null,
  status text not null check (status in ('Queued', 'Running', 'Published', 'HeldBack', 'Failed')),
  accept_loss boolean not null default false,
  version bigint,
  findings jsonb not null default '[]',
  error text,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);

create unique index builds_one_waiting on builds (tenant) where status = 'Queued';
create index builds_by_tenant on builds (tenant, queued_at);

-- Published versions. The newest that is not replaced is the one in service; its row is the pointer that is swapped.
create table versions (
  tenant text not null,
  version bigint not null,
  build_id uuid not null references builds (build_id),
  published_at timestamptz not null default now(),
  replaced_at timestamptz,
  removed_at timestamptz,
  primary key (tenant, version)
);

create unique index versions_one_current on versions (tenant) where replaced_at is null;

-- Keys that the service makes for itself, such as the one that seals page tokens. Nothing outside ever sees them.
create table service_keys (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
