-- Security events for receivers: they are notices (0019) whose kinds begin with `signal:`, each with a delivery to each receiver.

-- How far a tenant was searched for occasions.
create table signal_progress (
  tenant text primary key,
  -- Changes that were made earlier are not told.
  since timestamptz not null default now(),
  -- The newest version whose risks were compared with those known before.
  version bigint not null default 0
);

-- The open risks of accounts in that version.
create table signalled_risks (
  tenant text not null,
  risk_id uuid not null,
  source_id text not null,
  account_id text not null,
  rule text not null,
  primary key (tenant, risk_id)
);
