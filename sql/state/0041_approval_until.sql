-- Until when a job may be approved.

alter table action_jobs
  -- Nobody approved the job until then: it is cancelled. Null: the job needs no approval, or a previous release accepted it.
  add column approval_until timestamptz;
