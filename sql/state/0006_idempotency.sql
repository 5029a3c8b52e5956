-- Requests that carried an Idempotency-Key, and what they made: sent again, they get the same. Kept for a day.

create table idempotency_keys (
  tenant text not null,
  client_id text not null,
  -- users who share a client do not share keys
  principal_id text not null,
  key text not null,
  -- method, path and digest of the body (src/state/idempotency.ts); never the body
  fingerprint text not null,
  -- id of what the request made; null only inside the transaction that makes it
  made text,
  created_at timestamptz not null default now(),
  primary key (tenant, client_id, principal_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
