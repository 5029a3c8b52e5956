-- Exports that were asked for. A row and its file are kept for a day.

create table downloads (
  download_id uuid primary key,
  tenant text not null,
  -- whose it is: nobody else sees it
  client_id text not null,
  principal_id text not null,
  -- context, filters, sorts and format as JSON; text, because jsonb cannot hold NUL
  request text not null,
  -- the only application instances that its maker could see; null: all
  visible text[],
  version bigint not null,
  status text not null default 'accepted' check (status in ('accepted', 'completed', 'failed')),
  error_code text,
  error_message text,
  -- what was written: rows, bytes, digest, columns, dates of the data
  written jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create index downloads_by_tenant on downloads (tenant, status);
