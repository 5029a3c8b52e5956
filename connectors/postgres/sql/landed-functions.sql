-- The functions and procedures that are landed. Of the system's own only those on which somebody has a privilege that the server was
-- not installed with.
SELECT function.oid, function.proname AS name, function.proowner AS owner, function.pronamespace AS schema_oid, function.proacl AS acl,
  schema.nspname AS schema_name, pg_get_function_identity_arguments(function.oid) AS arguments,
  to_jsonb(function) ->> 'prokind' = 'p' AS is_procedure
FROM pg_proc AS function
JOIN pg_namespace AS schema ON schema.oid = function.pronamespace
WHERE schema.nspname !~ '^pg_(toast|temp_)'
  AND (schema.nspname NOT IN ('pg_catalog', 'information_schema')
    OR EXISTS (
      SELECT grantee, privilege_type FROM aclexplode(function.proacl) WHERE grantee <> function.proowner
      EXCEPT SELECT grantee, privilege_type FROM pg_init_privs CROSS JOIN aclexplode(initprivs)
        WHERE classoid = 'pg_proc'::regclass AND objoid = function.oid AND objsubid = 0
      EXCEPT SELECT 0, 'EXECUTE'))
