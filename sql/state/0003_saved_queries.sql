-- Queries that are kept to be run again.

create table saved_queries (
  query_id uuid primary key,
  tenant text not null,
  name text not null,
  -- the name as it is compared (src/state/saved-queries.ts); in code point order, which is the same on every server
  name_key text collate "C" not null,
  -- UTF-8, as bytes because text cannot hold NUL: a draft may hold anything
  query_string bytea not null,
  model text not null,
  description text,
  version integer not null default 1,
  created_by jsonb not null,
  last_modified_by jsonb not null,
  created_at timestamptz not null default now(),
  last_modified_at timestamptz not null default now(),
  constraint saved_queries_name unique (tenant, name_key)
);
