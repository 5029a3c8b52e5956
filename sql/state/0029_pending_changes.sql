-- What somebody has to do in the source until a change takes effect, such as accepting an invitation. Null: the change is in effect, or failed.

alter table action_job_records add column pending text;
