-- Which objects action jobs have in hand. A record of a job is written when it is known and when it has ended; what happens in
-- between is a row here, so that the record's indexes are not written again each time.

create table objects_in_hand (
  tenant text not null,
  source_id text not null,
  -- action_job_records.object_key: no two jobs alter one object at the same time.
  object_key text not null,
  job_id uuid not null,
  target integer not null,
  record integer not null,
  -- What the source showed before the change; null: not stored yet, so nothing was changed. Written once.
  before_image text,
  -- The digest first, because it tells most objects apart.
  primary key (object_key, source_id, tenant)
) with (fillfactor = 60);

insert into objects_in_hand (tenant, source_id, object_key, job_id, target, record, before_image)
select tenant, source_id, object_key, job_id, target, record, before_image from action_job_records where status = 'Running';
update action_job_records set status = 'Queued', before_image = null where status = 'Running';

-- No index has what the end of a record writes, and its page has room for it, so that no index is written then.
drop index action_job_records_one_running, action_job_records_open, action_job_records_by_object;
create index action_job_records_by_object on action_job_records (object_key);
alter table action_job_records set (fillfactor = 50);

-- A target is expanded when it has records. The statements that insert targets and records read the job themselves.
alter table action_job_targets drop column expanded, drop constraint action_job_targets_job_id_fkey;
alter table action_job_records drop constraint action_job_records_job_id_fkey,
  drop constraint action_job_records_status_check,
  add constraint action_job_records_status_check check (status in ('Queued', 'Succeeded', 'Failed', 'Cancelled'));
