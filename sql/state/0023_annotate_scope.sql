-- Clients that save queries and accept risks, and change no source.
alter table clients
  drop constraint clients_scopes_check,
  add constraint clients_scopes_check check (scopes <@ array['read', 'annotate', 'write', 'admin'] and cardinality(scopes) > 0);
