-- Jobs that change something in sources. Their records are kept: undoing a change, or enabling an account again, needs what was
-- seen before it.

create table action_jobs (
  job_id uuid primary key,
  -- Orders the jobs of a tenant.
  position bigint generated always as identity unique,
  tenant text not null,
  client_id text not null,
  principal_id text not null,
  type text not null check (type in ('Change', 'Revert')),
  operation text not null,
  status text not null default 'Queued' check (status in
    ('Queued', 'Running', 'Completed', 'PartiallyCompleted', 'Failed', 'Cancelled', 'Reverted', 'PartiallyReverted')),
  -- The job that this one reverts.
  reverts uuid,
  -- The job that reverts this one; null again when it undid nothing.
  revert_job uuid,
  cancel_requested boolean not null default false,
  -- Why the job waits for the approval of a second client; null: it needs none.
  approval_reason text,
  approved_by text,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  attempt integer not null default 0,
  lease_until timestamptz,
  failures integer not null default 0,
  -- Not before. While the job waits for approval, a time far in the future.
  retry_at timestamptz
);

create index action_jobs_by_tenant on action_jobs (tenant, position);
create index action_jobs_open on action_jobs (tenant) where ended_at is null;

-- The sources that a job touches.
create table action_job_sources (
  job_id uuid not null references action_jobs (job_id),
  tenant text not null,
  source_id text not null,
  application_instance_id uuid not null,
  -- Transient faults of the source in a row.
  faults integer not null default 0,
  -- Not before, after a transient fault or because the source asked to wait.
  retry_at timestamptz,
  -- When the source last confirmed a change of this job, or may have made one; null: nothing has changed.
  confirmed_at timestamptz,
  -- The first version that was made from a run that began after that.
  version bigint,
  primary key (job_id, source_id)
);

create index action_job_sources_unseen on action_job_sources (tenant, source_id)
  where confirmed_at is not null and version is null;

-- What the client submitted. JSON is text here and below, because jsonb cannot hold NUL.
create table action_job_targets (
  job_id uuid not null references action_jobs (job_id),
  target integer not null,
  source_id text not null,
  -- Global id that results name; for a new group, that of the application instance until the group exists.
  object_id uuid not null,
  -- Local ids, as ActionTargets of the connectors declares them.
  local text not null,
  expanded boolean not null default false,
  primary key (job_id, target)
);

-- The records that the job alters in the sources, each with its result. A revert job has those of the job that it reverts, under
-- the same numbers.
create table action_job_records (
  job_id uuid not null references action_jobs (job_id),
  target integer not null,
  record integer not null,
  tenant text not null,
  source_id text not null,
  operation text not null,
  object_id uuid not null,
  local text not null,
  -- Digest of the id of the object that it alters. No two jobs alter one object at the same time.
  object_key text not null,
  status text not null default 'Queued' check (status in ('Queued', 'Running', 'Succeeded', 'Failed', 'Cancelled')),
  -- What the source showed before the change. Written once.
  before_image text,
  -- What it showed afterwards; null: nothing was changed.
  after_image text,
  failure_reason text,
  tries integer not null default 0,
  ended_at timestamptz,
  primary key (job_id, target, record)
);

create unique index action_job_records_one_running on action_job_records (tenant, source_id, object_key)
  where status = 'Running';
create index action_job_records_open on action_job_records (job_id) where ended_at is null;
create index action_job_records_by_object on action_job_records (tenant, source_id, object_key, ended_at);
