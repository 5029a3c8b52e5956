-- A third scope: administration of the deployment. It implies neither of the others.

alter table clients
  drop constraint clients_scopes_check,
  add constraint clients_scopes_check check (scopes <@ array['read', 'write', 'admin'] and cardinality(scopes) > 0);
