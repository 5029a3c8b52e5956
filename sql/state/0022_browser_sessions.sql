-- The sessions of people in browsers, and the links that begin one. Of every token, only the SHA-256 digest is kept.

create table browser_sessions (
  session_id uuid primary key,
  -- Of the token in the cookie.
  token_digest bytea not null unique,
  -- Of the link, or of the sign-in at a provider, that began the session: neither begins a second one.
  origin_digest bytea not null unique,
  tenant text not null,
  -- Who: link#NAME, or ISSUER#SUBJECT.
  principal text not null,
  name text not null,
  role text not null check (role in ('viewer', 'analyst', 'administrator')),
  -- Null: all application instances of the tenant.
  application_instance_ids uuid[],
  -- From which address the person signed in.
  address text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- When it ends unless it is used before.
  idle_until timestamptz not null,
  -- When it ends in any case.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signedOut', 'revoked', 'replaced')),
  check ((ended_at is null) = (end_reason is null))
);

create index browser_sessions_tenant on browser_sessions (tenant, created_at);

create table sign_in_links (
  token_digest bytea primary key,
  tenant text not null,
  name text not null,
  role text not null check (role in ('viewer', 'analyst', 'administrator')),
  application_instance_ids uuid[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
