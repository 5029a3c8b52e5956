-- What the service tells its operators by itself: notices, one for each occasion, and their delivery to each subscription.

create table notices (
  notice_id uuid primary key,
  tenant text not null,
  event text not null,
  -- Identifies what happened. While it lasts, it is the same, so that it is told once.
  occasion text not null,
  source_id text,
  title text not null,
  body text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (tenant, event, occasion)
);

create table notice_deliveries (
  notice_id uuid not null references notices (notice_id) on delete cascade,
  -- The name of the subscription in the configuration.
  subscription text not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Delivered', 'Abandoned')),
  attempts integer not null default 0,
  -- Not before. Moved ahead when an attempt begins, so that no other process begins one too.
  next_at timestamptz not null default now(),
  error text,
  ended_at timestamptz,
  primary key (notice_id, subscription)
);

create index notice_deliveries_waiting on notice_deliveries (next_at) where status = 'Waiting';

-- How far a tenant was searched for occasions.
create table notice_progress (
  tenant text primary key,
  -- Jobs that failed earlier are not told.
  since timestamptz not null default now(),
  -- The newest version whose risks were compared with those known before.
  version bigint not null default 0
);

-- The open critical risks of that version.
create table noticed_risks (
  tenant text not null,
  risk_id uuid not null,
  primary key (tenant, risk_id)
);

-- The scheduled reports: saved queries and exports that are delivered.
create table reports (
  tenant text not null,
  name text not null,
  -- The newest scheduled moment that was dealt with. A report begins with the first moment after it was configured.
  due_at timestamptz not null default now(),
  -- Not before: another process makes it, or the last attempt failed.
  next_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- SHA-256 of what was delivered last.
  sha256 text,
  error text,
  primary key (tenant, name)
);
