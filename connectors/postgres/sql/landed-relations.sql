-- The relations that are landed: tables, views, sequences and the like, but no temporary ones. Of the system's own relations only
-- those on which somebody has a privilege that the server was not installed with. (The views of the information schema are
-- installed readable for everybody, which pg_init_privs does not say.)
SELECT class.oid, class.relname AS name, class.relkind AS kind, class.relowner AS owner, class.relnamespace AS schema_oid,
  class.relacl AS acl, class.relrowsecurity AS row_security, class.relforcerowsecurity AS force_row_security,
  schema.nspname AS schema_name, schema.nspname = 'pg_catalog' AND class.relkind <> 'v' AS is_system
FROM pg_class AS class
JOIN pg_namespace AS schema ON schema.oid = class.relnamespace
WHERE class.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND class.relpersistence <> 't'
  AND schema.nspname !~ '^pg_(toast|temp_)'
  AND (schema.nspname NOT IN ('pg_catalog', 'information_schema')
    OR EXISTS (
      SELECT grantee, privilege_type FROM aclexplode(class.relacl) WHERE grantee <> class.relowner
      EXCEPT SELECT grantee, privilege_type FROM pg_init_privs CROSS JOIN aclexplode(initprivs)
        WHERE classoid = 'pg_class'::regclass AND objoid = class.oid AND objsubid = 0
      EXCEPT SELECT 0, 'SELECT' WHERE schema.nspname = 'information_schema')
    OR EXISTS (
      SELECT attnum, grantee, privilege_type FROM pg_attribute CROSS JOIN aclexplode(attacl) WHERE attrelid = class.oid
      EXCEPT SELECT objsubid, grantee, privilege_type FROM pg_init_privs CROSS JOIN aclexplode(initprivs)
        WHERE classoid = 'pg_class'::regclass AND objoid = class.oid AND objsubid > 0))
