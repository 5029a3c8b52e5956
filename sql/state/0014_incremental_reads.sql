-- Reads that bring only what changed since an earlier read of the same type.

alter table sync_reads
  -- Where the next read can start, in the source's own terms; null: only a full read is possible.
  add column next text,
  -- Identifies the settings under which `next` counts.
  add column settings_digest text,
  -- When the full read began to which all reads since have only added changes.
  add column full_read_at timestamptz,
  -- For a read that may bring only changes: where it started, and the newest run that its changes are laid over.
  add column since text,
  add column base_position bigint,
  -- Whether it brought only changes.
  add column changes_only boolean not null default false,
  -- Objects that such a read did not bring, because they had not changed.
  add column unchanged bigint;

alter table sync_runs
  -- The operator asked for a full read of every type.
  add column in_full boolean not null default false;
