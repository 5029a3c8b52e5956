-- What one account reaches: the containers that it is in, the objects that it or a container has grants of, and the resources in
-- these, without what denials take away. The rule is in sql/building/analytics/013_grants.sql. Permissions are bits; 256 is membership.
--
-- With `$only_through`, the id of a membership or grant, everything is followed twice: as it is, and without this relationship
-- (`is_without`). What the account has in the first and not in the second, it has through this relationship only.
--
-- What was asked for. Only this step has parameters (src/lookups/prepared-lookup.ts).
SELECT id, ('0x' || left(id::VARCHAR, 8))::UINTEGER AS id_prefix, $after::UUID AS after, $object_type::VARCHAR AS object_type,
  $application_instance_id::UUID AS application_instance_id, $size::INTEGER AS size,
  $only_through::UUID AS only_through
FROM (SELECT $account_id::UUID AS id)
