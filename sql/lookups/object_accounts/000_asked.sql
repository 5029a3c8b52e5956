-- The accounts that reach one object: by membership when it is a container, and by grants of it or of a resource that contains it,
-- directly or through containers, without those that denials keep out. The rule is in sql/building/analytics/013_grants.sql.
--
-- What was asked for. Only this step has parameters (src/lookups/prepared-lookup.ts).
SELECT id, ('0x' || left(id::VARCHAR, 8))::UINTEGER AS id_prefix, coalesce($after::VARCHAR, '-1')::INTEGER AS after,
  $application_instance_id::UUID AS application_instance_id, $size::INTEGER AS size
FROM (SELECT $object_id::UUID AS id)
