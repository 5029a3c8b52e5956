-- Exports that compare two versions read an earlier one too. It has to stay until the export has ended.
alter table downloads add column since_version bigint;
