// Statements that fill a PostgreSQL server with roles, memberships, objects and grants chosen at random.
import { createRandom, type Random } from '../../support/random.ts';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const oddNames = [
  'plain',
  'Mixed Case',
  'quo"te',
  "apos'trophe",
  'dot.ted',
  'Größe 🗝',
  'back\\slash',
  'comma,brace{}',
  'select',
  '$1',
];
const tablePrivileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
const columnPrivileges = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'];

export interface RandomServer {
  /** Names of the roles, all with the given prefix. */
  readonly roles: readonly string[];
  /** To run in any database. */
  readonly ofServer: readonly string[];
  /** To run in a database of that name; its owner is chosen too. */
  ofDatabase(database: string): string[];
}

export function randomServer(seed: number, roleCount = 14): RandomServer {
  const random = createRandom(seed);
  const roles = Array.from({ length: roleCount }, (_, index) => `${random.of(oddNames)} ${index}`);
  return {
    roles,
    ofServer: [...roles.map(name => createRole(random, name)), ...memberships(random, roles)],
    ofDatabase: database => databaseStatements(random, roles, database),
  };
}

const oneIn = (random: Random, count: number) => random.below(count) === 0;

function createRole(random: Random, name: string): string {
  const options = [
    oneIn(random, 2) ? 'LOGIN' : 'NOLOGIN',
    oneIn(random, 3) ? 'NOINHERIT' : 'INHERIT',
    oneIn(random, 8) ? 'SUPERUSER' : 'NOSUPERUSER',
    oneIn(random, 6) ? 'CREATEROLE' : 'NOCREATEROLE',
    oneIn(random, 6) ? 'CREATEDB' : 'NOCREATEDB',
    oneIn(random, 8) ? 'REPLICATION' : 'NOREPLICATION',
    oneIn(random, 8) ? 'BYPASSRLS' : 'NOBYPASSRLS',
    `CONNECTION LIMIT ${random.of([-1, -1, 0, 7])}`,
    `VALID UNTIL ${random.of(["'infinity'", "'2020-02-29 12:00+00'", "'2999-12-31 00:00+02'"])}`,
  ];
  return `CREATE ROLE ${quoted(name)} ${options.join(' ')}`;
}

/** Members come later in the list than their roles, so there are no cycles. */
function memberships(random: Random, roles: readonly string[]): string[] {
  const predefined = ['pg_read_all_data', 'pg_write_all_data', 'pg_monitor', 'pg_execute_server_program'];
  return [
    ...roles.flatMap((member, index) =>
      Array.from({ length: index === 0 ? 0 : random.below(3) }, () => {
        const role = roles[random.below(index)]!;
        return `GRANT ${quoted(role)} TO ${quoted(member)}${oneIn(random, 3) ? ' WITH ADMIN OPTION' : ''}`;
      }),
    ),
    ...predefined.map(role => `GRANT ${role} TO ${quoted(random.of(roles))}`),
  ];
}

function databaseStatements(random: Random, roles: readonly string[], database: string): string[] {
  const somebody = () => (oneIn(random, 5) ? 'PUBLIC' : quoted(random.of(roles)));
  const option = (grantee: string) => (grantee !== 'PUBLIC' && oneIn(random, 4) ? ' WITH GRANT OPTION' : '');
  const grant = (privileges: string, object: string) => {
    const grantee = somebody();
    return `GRANT ${privileges} ON ${object} TO ${grantee}${option(grantee)}`;
  };
  const some = (from: readonly string[]) => from.filter(() => oneIn(random, 3)).join(', ') || from[0]!;
  const statements = [
    `ALTER DATABASE ${quoted(database)} OWNER TO ${quoted(random.of(roles))}`,
    grant('CONNECT', `DATABASE ${quoted(database)}`),
    grant('CREATE, TEMPORARY', `DATABASE ${quoted(database)}`),
  ];
  const schemas = ['public', 'a.b "c"', 'Schéma'];
  for (const [index, schema] of schemas.entries()) {
    const name = quoted(schema);
    if (index > 0) statements.push(`CREATE SCHEMA ${name} AUTHORIZATION ${quoted(random.of(roles))}`);
    statements.push(grant('USAGE', `SCHEMA ${name}`), grant('CREATE', `SCHEMA ${name}`));
    const creator = quoted(random.of(roles));
    statements.push(
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${creator} IN SCHEMA ${name} GRANT SELECT ON TABLES TO ${somebody()}`,
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${creator} GRANT USAGE ON SEQUENCES TO ${somebody()}`,
      ...defaultPrivileges(random, roles, name),
    );
    for (const table of oddNames.slice(0, 5)) {
      const full = `${name}.${quoted(table)}`;
      statements.push(
        `CREATE TABLE ${full} (id int, ${quoted('odd "col.umn')} text, "ß" int)`,
        `ALTER TABLE ${full} OWNER TO ${quoted(random.of(roles))}`,
        grant(some(tablePrivileges), full),
        grant(some(tablePrivileges), full),
        grant(`${some(columnPrivileges)} (${quoted('odd "col.umn')}, "ß")`, full),
      );
      if (oneIn(random, 4))
        statements.push(`REVOKE ${some(tablePrivileges)} ON ${full} FROM ${quoted(random.of(roles))}`);
      if (oneIn(random, 6)) statements.push(revokeFromOwner(full));
      statements.push(...rowSecurity(random, roles, full));
    }
    statements.push(`CREATE VIEW ${name}."view" AS SELECT 1 AS one`, grant('SELECT', `${name}."view"`));
    statements.push(
      `CREATE SEQUENCE ${name}."seq"`,
      grant('USAGE', `SEQUENCE ${name}."seq"`),
      grant(some(['SELECT', 'UPDATE']), `SEQUENCE ${name}."seq"`),
      ...functions(random, roles, name).flatMap(({ create, full }) => [create, grant('EXECUTE', full)]),
    );
  }
  statements.push(grant('SELECT, UPDATE', 'pg_catalog.pg_authid'), 'GRANT SELECT ON public.plain TO pg_database_owner');
  return statements;
}

/** Of every kind of object, with and without a schema, for PUBLIC too, with the grant option, and some taken from the creator. */
function defaultPrivileges(random: Random, roles: readonly string[], schema: string): string[] {
  const kinds = [
    'SELECT, UPDATE ON TABLES',
    'ALL ON SEQUENCES',
    'EXECUTE ON FUNCTIONS',
    'USAGE ON TYPES',
    'ALL ON TABLES',
  ];
  const by = () => `ALTER DEFAULT PRIVILEGES FOR ROLE ${quoted(random.of(roles))}`;
  const to = () => (oneIn(random, 4) ? 'PUBLIC' : `${quoted(random.of(roles))} WITH GRANT OPTION`);
  return [
    ...kinds.map(kind => `${by()} IN SCHEMA ${schema} GRANT ${kind} TO ${to()}`),
    `${by()} GRANT USAGE, CREATE ON SCHEMAS TO ${quoted(random.of(roles))}`,
    `${by()} REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC`,
    ...roles
      .slice(0, 2)
      .map(name => `ALTER DEFAULT PRIVILEGES FOR ROLE ${quoted(name)} REVOKE DELETE ON TABLES FROM ${quoted(name)}`),
  ];
}

/** Functions of one name, and a procedure; PUBLIC may call them until this is revoked. */
function functions(random: Random, roles: readonly string[], schema: string) {
  return ['FUNCTION "f g"(a int)', 'FUNCTION "f g"(a text, b int[])', 'PROCEDURE "p"(a int)'].map(head => {
    const [kind, rest] = head.split(/ (.*)/s) as [string, string];
    const full = `${kind} ${schema}.${rest}`;
    const returns = kind === 'FUNCTION' ? 'RETURNS int' : '';
    const revoke = oneIn(random, 2) ? [`REVOKE EXECUTE ON ${full} FROM PUBLIC`] : [];
    const owner = `ALTER ${full} OWNER TO ${quoted(random.of(roles))}`;
    const create = [`CREATE ${full} ${returns} LANGUAGE SQL AS 'SELECT 1'`, owner, ...revoke].join('; ');
    return { create, full };
  });
}

/** Up to four policies on a table, in force or not. */
function rowSecurity(random: Random, roles: readonly string[], table: string): string[] {
  const conditions = [
    'true',
    `"ß" > 3 AND current_user <> 'quo''te'`,
    `${quoted('odd "col.umn')} = current_setting('a.b', true)`,
  ];
  const clauses: Readonly<Record<string, string>> = {
    ALL: `USING (${random.of(conditions)}) WITH CHECK (${random.of(conditions)})`,
    SELECT: `USING (${random.of(conditions)})`,
    INSERT: `WITH CHECK (${random.of(conditions)})`,
    UPDATE: `USING (${random.of(conditions)})`,
    DELETE: `USING (${random.of(conditions)})`,
  };
  const policies = oddNames.slice(0, random.below(5)).map(name => {
    const command = random.of(Object.keys(clauses));
    const kind = oneIn(random, 3) ? 'RESTRICTIVE' : 'PERMISSIVE';
    const first = random.below(roles.length);
    const holders = oneIn(random, 3)
      ? 'PUBLIC'
      : roles
          .slice(first, first + 3)
          .map(quoted)
          .join(', ');
    return `CREATE POLICY ${quoted(name)} ON ${table} AS ${kind} FOR ${command} TO ${holders} ${clauses[command]}`;
  });
  return [
    ...policies,
    ...(oneIn(random, 3) ? [] : [`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`]),
    ...(oneIn(random, 2) ? [`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`] : []),
  ];
}

/** An owner may be without privileges on what it owns. */
function revokeFromOwner(table: string): string {
  const literal = `'${table.replaceAll("'", "''")}'::regclass`;
  return `DO $do$ BEGIN EXECUTE (SELECT format('REVOKE ALL ON %s FROM %I', oid::regclass, relowner::regrole::text) FROM pg_class
    WHERE oid = ${literal}); EXCEPTION WHEN undefined_object THEN NULL; END $do$`;
}
