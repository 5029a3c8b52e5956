// Decisions about access to a PostgreSQL server: whether a login, itself or as a role that it may become, has a privilege on an object.
// The service answers by its view account_resource_access and by effective_access, and the server by its has_…_privilege functions.
import type { ModelDatabase } from '../../support/model-database.ts';

/** `login object privilege` of each decision, with whether the privilege is there. */
export type Decisions = ReadonlyMap<string, boolean>;

const kinds = {
  table: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'],
  sequence: ['SELECT', 'UPDATE', 'USAGE'],
  column: ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'],
  function: ['EXECUTE'],
  schema: ['USAGE', 'CREATE'],
  database: ['CONNECT', 'CREATE', 'TEMPORARY'],
} as const;

/** The objects that are landed of a database: what users made, and pg_authid, on which the tests grant something. */
const objects = `
  SELECT 'relation:' || d.oid || '.' || c.oid AS object, CASE relkind WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind, c.oid, 0 AS number
  FROM pg_class AS c, d WHERE relkind IN ('r', 'v', 'S') AND (c.oid >= 16384 OR c.oid = 'pg_authid'::regclass)
    AND relnamespace::regnamespace::text !~ '^(pg_toast|information_schema)'
  UNION ALL
  SELECT 'column:' || d.oid || '.' || attrelid || '.' || attnum, 'column', attrelid, attnum
  FROM pg_attribute, d WHERE attacl IS NOT NULL AND attrelid >= 16384
  UNION ALL
  SELECT 'function:' || d.oid || '.' || p.oid, 'function', p.oid, 0 FROM pg_proc AS p, d WHERE p.oid >= 16384
  UNION ALL
  SELECT 'schema:' || d.oid || '.' || n.oid, 'schema', n.oid, 0 FROM pg_namespace AS n, d WHERE nspname !~ '^pg_(toast|temp)'
  UNION ALL
  SELECT 'database:' || oid, 'database', oid, 0 FROM d`;

/** To run in a database: one row for each decision about it. */
export const serverDecisions = `
  WITH d AS (SELECT oid FROM pg_database WHERE datname = current_database()), objects AS (${objects}),
  asked AS (
    SELECT objects.*, privilege FROM objects JOIN LATERAL (VALUES ${Object.entries(kinds)
      .flatMap(([kind, privileges]) => privileges.map(privilege => `('${kind}', '${privilege}')`))
      .join(', ')}) AS possible (kind, privilege) USING (kind)
  ), held AS (
    SELECT role.oid AS role, asked.object, asked.privilege, CASE kind
      WHEN 'table' THEN has_table_privilege(role.oid, asked.oid, privilege)
      WHEN 'sequence' THEN has_sequence_privilege(role.oid, asked.oid, privilege)
      WHEN 'column' THEN has_column_privilege(role.oid, asked.oid, number::smallint, privilege)
      WHEN 'function' THEN has_function_privilege(role.oid, asked.oid, privilege)
      WHEN 'schema' THEN has_schema_privilege(role.oid, asked.oid, privilege)
      ELSE has_database_privilege(role.oid, asked.oid, privilege) END AS is_held
    FROM asked, pg_roles AS role
  )
  SELECT 'role:' || login.oid || ' ' || held.object || ' ' || held.privilege AS decision, bool_or(held.is_held) AS held
  FROM pg_roles AS login JOIN held ON pg_has_role(login.oid, held.role, 'MEMBER')
  WHERE login.rolcanlogin GROUP BY 1`;

const flagOf: Readonly<Record<string, string>> = {
  SELECT: 'can_read',
  INSERT: 'can_create',
  UPDATE: 'can_update',
  DELETE: 'can_delete',
  TRUNCATE: 'can_delete',
  CREATE: 'can_create',
  TEMPORARY: 'can_create',
  CONNECT: 'can_execute',
  EXECUTE: 'can_execute',
  USAGE: 'can_execute',
};

/** What a superuser has: every privilege, and all that the flags say. */
const superuser = 'SUPERUSER';

interface ServedAccess {
  /** `login object` → the privileges by name. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  /** `login object` → the flags of what is left after denials. */
  readonly flags: ReadonlyMap<string, Readonly<Record<string, boolean>>>;
}

export async function servedAccess(models: ModelDatabase): Promise<ServedAccess> {
  const names = await models.rows(`
    SELECT account.id || ' ' || resource.id AS key, list_distinct(flatten(list(specifiers))) AS specifiers
    FROM account_resource_access AS access
    JOIN accounts AS account ON account.global_id = access.account_id
    JOIN resource_instances AS resource ON resource.global_id = access.resource_id
    WHERE is_entitlement_enabled GROUP BY ALL`);
  const effective = await models.rows(`
    SELECT account.id || ' ' || resource.id AS key, access.* FROM effective_access AS access
    JOIN accounts AS account ON account.global_id = access.account_id
    JOIN resource_instances AS resource ON resource.global_id = access.object_id`);
  return {
    named: new Map(names.map(({ key, specifiers }) => [key as string, new Set(specifiers as string[])])),
    flags: new Map(effective.map(({ key, ...flags }) => [key as string, flags as Record<string, boolean>])),
  };
}

/** The decisions by name that differ, and the `login object flag` that differ from what the privileges mean together. */
export function differingDecisions(served: ServedAccess, decisions: Decisions): string[] {
  const expectedFlags = new Map<string, boolean>();
  const differing: string[] = [];
  for (const [decision, isHeld] of decisions) {
    const [login, object, privilege] = decision.split(' ') as [string, string, string];
    const names = served.named.get(`${login} ${object}`);
    const isSuperuser = names?.has(superuser) === true;
    if ((isSuperuser || names?.has(privilege) === true) !== isHeld) differing.push(`${decision}: ${isHeld}`);
    const flag = flagOf[privilege];
    if (flag === undefined || isSuperuser) continue;
    const key = `${login} ${object} ${flag}`;
    expectedFlags.set(key, isHeld || expectedFlags.get(key) === true);
  }
  for (const [key, isHeld] of expectedFlags) {
    const [login, object, flag] = key.split(' ') as [string, string, string];
    if ((served.flags.get(`${login} ${object}`)?.[flag] === true) !== isHeld) differing.push(`${key}: ${isHeld}`);
  }
  return differing;
}
