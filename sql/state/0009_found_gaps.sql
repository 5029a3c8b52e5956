-- What the build of the version in service found missing in what a read landed, beside the gaps that the read itself told of:
-- each build that is published writes it anew.

alter table sync_reads add column found jsonb not null default '[]';
