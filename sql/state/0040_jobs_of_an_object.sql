-- Finds the jobs about an account, a role or a group.
create index action_job_targets_of_object on action_job_targets (object_id);
