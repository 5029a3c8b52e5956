-- How many requests a run has sent to its source, and what the source says of its limits: {sent, limit: {name, left, allowed, resetAt}}.
-- Null: the source is not asked by HTTP, or was not asked yet.

alter table sync_runs add column requests jsonb;
