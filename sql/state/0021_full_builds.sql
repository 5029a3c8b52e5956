-- Builds that compute and write everything again, without the files of the version in service.
alter table builds add column is_full boolean not null default false;
