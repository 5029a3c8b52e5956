-- The audit log is read newest first, a page at a time.

create index audit_log_newest on audit_log (tenant, audit_id desc);
