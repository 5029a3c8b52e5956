-- Reviews: managers and owners decide for each account of a list whether it keeps what is reviewed. A review changes nothing by itself.

create table reviews (
  review_id uuid primary key,
  -- Orders the reviews of a tenant.
  position bigint generated always as identity,
  tenant text not null,
  -- Who asked for it.
  client_id text not null,
  principal_id text not null,
  title text not null,
  -- What is done with an account that does not keep it: an operation of action jobs.
  operation text not null,
  -- Global id and name of the role or group; null: the review is about the accounts themselves.
  container_id uuid,
  container_name text,
  -- The version that the lines are from.
  version bigint not null,
  created_at timestamptz not null default now(),
  -- Until when reviewers may decide.
  due_at timestamptz not null,
  -- When it was ended early; null: it was not.
  closed_at timestamptz
);
create index reviews_of_tenant on reviews (tenant, position);

create table review_reviewers (
  review_id uuid not null references reviews on delete cascade,
  reviewer integer not null,
  -- Null: only the address is known.
  name text,
  address text not null,
  primary key (review_id, reviewer)
);

create table review_lines (
  review_id uuid not null references reviews on delete cascade,
  line integer not null,
  account_id uuid not null,
  application_instance_id uuid not null,
  source_id text not null,
  alias text not null,
  -- What the reviewer is told about the account, as it was when the review began. Null: not known.
  person text,
  last_used timestamptz,
  worst_risk text,
  -- Who is asked; null: nobody is known.
  reviewer integer,
  -- The person to ask where no address is known.
  reviewer_name text,
  -- Why this person: Owner, Manager, Steward, Substitute, Unknown.
  reason text not null,
  -- Keep or TakeAway; null: undecided.
  decision text,
  comment text,
  decided_at timestamptz,
  -- The newest job that was proposed to take it away. From then on the decision stays.
  job_id uuid,
  primary key (review_id, line),
  unique (review_id, account_id),
  foreign key (review_id, reviewer) references review_reviewers
);
