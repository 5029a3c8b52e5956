-- Security event tokens (RFC 8417) that transmitters have sent.

create table signals (
  signal_id uuid primary key,
  -- Orders the signals of a tenant as they came.
  position bigint generated always as identity unique,
  tenant text not null,
  -- Name of the transmitter in the configuration.
  transmitter text not null,
  -- Of the token: a transmitter never uses one twice for different events.
  jti text not null,
  delivery text not null check (delivery in ('push', 'poll')),
  issued_at timestamptz not null,
  -- When the event happened, as far as the token says it; otherwise when the token was issued.
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- URI of the type of the event, and what the token says of it.
  event_type text not null,
  event jsonb not null,
  -- The subject (RFC 9493); null: the event has none.
  subject jsonb,
  -- The source that the subjects of the transmitter belong to.
  source_id text not null,
  -- `Received`: its subject is looked for. `Ignored`: nothing follows from it. `Matched`: its objects are to be read again. `Unmatched`: no
  -- object was found, so the source is to be read early. `Read`: a run that began later has landed.
  status text not null default 'Received' check (status in ('Received', 'Ignored', 'Matched', 'Unmatched', 'Read')),
  -- Local ids of the accounts that it is about.
  account_ids text[] not null default '{}',
  -- Why nothing follows from it, or why its subject was not found.
  reason text,
  -- The run that read its objects, and the first version that shows what the run read.
  run_id uuid,
  version bigint,
  unique (tenant, transmitter, jti)
);
create index signals_received on signals (tenant, position) where status = 'Received';
create index signals_of_source on signals (tenant, source_id, position);
create index signals_by_age on signals (tenant, received_at);
create index signals_unshown on signals (tenant, run_id) where version is null and run_id is not null;

-- What is known of the stream of a transmitter that is polled or managed.
create table signal_streams (
  tenant text not null,
  transmitter text not null,
  -- Id of the stream at the transmitter; null: none is managed.
  stream_id text,
  poll_url text,
  -- Status of the stream as the transmitter says it.
  status text,
  -- The state of the last verification that was asked for, and when an event with it came.
  verification_state text,
  verified_at timestamptz,
  -- Not before: another process polls, or the last attempt failed.
  next_at timestamptz not null default now(),
  failures integer not null default 0,
  error text,
  primary key (tenant, transmitter)
);
