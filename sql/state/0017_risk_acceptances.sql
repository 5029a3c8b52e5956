-- Violations of the service's own rules that clients have accepted, each until a moment. The row is deleted when that has come; the
-- audit log keeps who accepted what.

create table risk_acceptances (
  tenant text not null,
  -- Global id of the violation.
  violation_id uuid not null,
  reason text not null,
  until timestamptz not null,
  accepted_by text not null,
  accepted_at timestamptz not null default now(),
  primary key (tenant, violation_id)
);
