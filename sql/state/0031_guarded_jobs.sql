-- Why a change is made, and how a job goes about it: a few targets first, a share of failures that stops it, a window, a budget.

alter table action_jobs
  -- Why the client wants the change, in its words.
  add column purpose text,
  -- JSON as src/state/actions/rollout.ts declares it; null: all targets at once. Text, as other JSON of jobs.
  add column rollout text,
  -- Why the service itself ended the job before all targets were changed; null: it did not.
  add column stop_reason text,
  -- The version in service when the job was accepted: what the client decided on. Null: there was none, or the job is older.
  add column accepted_version bigint;
