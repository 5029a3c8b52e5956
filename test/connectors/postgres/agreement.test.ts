// What the service serves of a PostgreSQL server, compared with what the server itself says: every account, every membership, and
// the privileges of every role on every database, schema, table and column. The connector has the least rights of its README.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres } from '../../../connectors/postgres/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { isLong } from '../../support/long-tests.ts';
import { openModels } from '../../support/model-database.ts';
import { testSeed } from '../../support/random.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { startService } from '../../support/service/service.ts';
import {
  type DefaultPrivileges,
  defaultPrivileges,
  servedDefaultPrivileges,
  servedPolicies,
  type TablePolicies,
  tablePolicies,
} from './conditions.ts';
import { differingDecisions, servedAccess, serverDecisions } from './decisions.ts';
import { createServed, type Served } from './effective.ts';
import { quoted, randomServer } from './random-server.ts';

const tablePrivileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

/** USAGE of the schema and CONNECT are not asked: has_table_privilege does not consider them. An owner may always grant. */
const reachable = `SELECT 'relation:' || d.oid || '.' || c.oid AS id,
    array(SELECT 'role:' || login.oid FROM pg_roles AS login WHERE login.rolcanlogin AND EXISTS (
      SELECT FROM pg_roles AS role WHERE pg_has_role(login.oid, role.oid, 'MEMBER')
        AND (role.oid = c.relowner OR has_table_privilege(role.oid, c.oid, '${tablePrivileges.join(',')}')))) AS accounts
  FROM pg_class AS c, pg_database AS d
  WHERE d.datname = current_database() AND c.relkind IN ('r', 'v') AND c.oid >= 16384`;

interface Subject {
  readonly server: PostgresServer;
  readonly urls: readonly string[];
  readonly served: Served;
  readonly access: Awaited<ReturnType<typeof servedAccess>>;
}

async function within<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function rowsIn<Row>(url: string, text: string): Promise<Row[]> {
  return within(url, async client => (await client.query(text)).rows as Row[]);
}

async function prepare(seed: number): Promise<Subject> {
  const server = await startPostgres();
  const urls = [await server.createDatabase(), await server.createDatabase()];
  const random = randomServer(seed);
  await within(urls[0]!, async client => {
    for (const statement of random.ofServer) await client.query(statement);
    await client.query("CREATE ROLE reader LOGIN PASSWORD 'hidden-from-everybody'");
    await client.query(`COMMENT ON ROLE ${quoted(random.roles[0]!)} IS 'First of all'`);
  });
  for (const url of urls) {
    await within(url, async client => {
      for (const statement of random.ofDatabase(new URL(url).pathname.slice(1))) await client.query(statement);
    });
  }
  const settings = { host: '127.0.0.1', port: Number(new URL(urls[0]!).port), user: 'reader' };
  const test = await startService({
    connectors: [postgres],
    settings: { sources: [{ id: 'db', connector: 'postgres', settings }] },
  });
  try {
    await test.sync();
    const [source] = await test.operator.sources({});
    const offered = source!.reads.filter(read => read.status !== 'Unsupported');
    expect(offered.map(read => `${read.type} ${read.status}`)).toEqual(offered.map(read => `${read.type} Complete`));
    const models = await openModels(test);
    const access = await servedAccess(models).finally(() => models.close());
    return { server, urls, served: await createServed(test), access };
  } finally {
    await test.close();
  }
}

const seeds = isLong ? Array.from({ length: 20 }, (_, index) => testSeed() + index) : [testSeed()];

describe.skipIf(postgresMissing)(`PostgreSQL${postgresMissing ? `; skipped: ${postgresMissing}` : ''}`, () => {
  describe.each(seeds)('filled from seed %i', seed => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await prepare(seed);
    }, 300_000);
    afterAll(() => subject?.server.stop());

    it('is read by the rules of the contract', async () => {
      const port = Number(new URL(subject.urls[0]!).port);
      expect(await brokenRules(postgres, { host: '127.0.0.1', port, user: 'reader' })).toEqual([]);
    });

    it('has an account for every login and a role for every other role, with their attributes', async () => {
      const { served, urls } = subject;
      const logins = await rowsIn<Record<string, unknown>>(
        urls[0]!,
        `SELECT 'role:' || oid AS id, rolname AS alias, rolconnlimit <> 0 OR rolsuper AS enabled,
          EXISTS (SELECT FROM pg_roles AS super WHERE super.rolsuper AND pg_has_role(role.oid, super.oid, 'MEMBER')) AS admin,
          to_char(nullif(rolvaliduntil, 'infinity') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000Z') AS expires
         FROM pg_roles AS role WHERE rolcanlogin ORDER BY oid`,
      );
      const accounts = served.accounts.map(account => ({
        id: account.id,
        alias: account.alias,
        enabled: account.enabled,
        admin: account.isAdmin,
        expires: served.fact(account, 'passwordExpires') ?? null,
      }));
      expect(accounts.toSorted(byId)).toEqual(logins.toSorted(byId));
      const roles = await rowsIn<Record<string, unknown>>(
        urls[0]!,
        `SELECT 'role:' || oid AS id, rolname AS name, oid < 16384 AS standard, shobj_description(oid, 'pg_authid') AS description
         FROM pg_roles WHERE NOT rolcanlogin OR oid IN (SELECT roleid FROM pg_auth_members)`,
      );
      const seen = served.roles.map(({ id, name, type, description = null }) => {
        return { id, name, standard: type === 'Standard', description };
      });
      expect(seen.toSorted(byId)).toEqual(roles.toSorted(byId));
    });

    it('has every membership, with its options', async () => {
      const { served, urls } = subject;
      const direct = await rowsIn<{ member: string; role: string; options: string[] }>(
        urls[0]!,
        `SELECT 'role:' || member AS member, 'role:' || roleid AS role,
          array_remove(ARRAY[CASE WHEN rolinherit THEN 'INHERIT' END, 'SET', CASE WHEN bool_or(admin_option) THEN 'ADMIN' END], NULL) AS options
         FROM pg_auth_members JOIN pg_roles ON pg_roles.oid = member GROUP BY member, roleid, rolinherit`,
      );
      const edges = direct.map(({ member, role }) => `${member} via ${role}`);
      const own = served.accounts.filter(({ id }) => served.isRole(id)).map(({ id }) => `${id} via ${id}`);
      const everybody = served.accounts.map(({ id }) => `${id} via public`);
      expect(served.memberships.map(({ id }) => id).toSorted()).toEqual([...edges, ...own, ...everybody].toSorted());
      for (const { member, role, options } of direct) {
        const specifiers = served.specifiersOn(member, role).filter(name => !name.startsWith('impersonate:'));
        expect(specifiers, `${member} in ${role}`).toEqual(options);
      }
    });

    it('leads from a role to the roles that pg_has_role says', async () => {
      const { served, urls } = subject;
      const pairs = await rowsIn<{ member: string; role: string; usage: boolean; member_of: boolean; admin: boolean }>(
        urls[0]!,
        `SELECT 'role:' || a.oid AS member, 'role:' || b.oid AS role, pg_has_role(a.oid, b.oid, 'USAGE') AS usage,
          pg_has_role(a.oid, b.oid, 'MEMBER') AS member_of, pg_has_role(a.oid, b.oid, 'MEMBER WITH ADMIN OPTION') AS admin
         FROM pg_roles AS a CROSS JOIN pg_roles AS b
         WHERE NOT a.rolsuper AND a.oid <> b.oid AND b.rolname <> 'pg_database_owner'`,
      );
      const wrong = pairs.filter(({ member, role, usage, member_of: isMember, admin }) => {
        const inheriting = served.holders(member, 'INHERIT').has(role);
        const reachable = served.holders(member).has(role);
        const administered = [...served.holders(member)].some(id => served.specifiersOn(id, role).includes('ADMIN'));
        return inheriting !== usage || reachable !== isMember || administered !== admin;
      });
      expect(wrong).toEqual([]);
      expect(pairs.filter(({ usage }) => usage).length).toBeGreaterThan(5);
    });

    it('gives every role the privileges on tables and columns that has_table_privilege says', async () => {
      const { served, urls } = subject;
      for (const url of urls) {
        const rows = await rowsIn<{ role: string; relation: string; held: string[]; database: string }>(
          url,
          `SELECT 'role:' || r.oid AS role, 'relation:' || d.oid || '.' || c.oid AS relation,
            array(SELECT p FROM unnest(ARRAY['${tablePrivileges.join("','")}']) AS p WHERE has_table_privilege(r.oid, c.oid, p)) AS held
           FROM pg_roles AS r, pg_database AS d, pg_class AS c
           WHERE d.datname = current_database() AND c.relkind IN ('r', 'v') AND r.rolname <> 'pg_database_owner'
             AND (c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) OR c.oid = 'pg_authid'::regclass)`,
        );
        const wrong = rows.flatMap(({ role, relation, held }) => {
          const ours = tablePrivileges.filter(privilege => served.may(role, relation, privilege));
          return ours.join() === held.join() ? [] : [{ role, relation, held, ours }];
        });
        expect(wrong).toEqual([]);
        expect(rows.filter(({ held }) => held.length > 0).length).toBeGreaterThan(50);

        const columns = await rowsIn<{ role: string; relation: string; column: string; held: string[] }>(
          url,
          `SELECT 'role:' || r.oid AS role, 'relation:' || d.oid || '.' || attrelid AS relation,
            'column:' || d.oid || '.' || attrelid || '.' || attnum AS column,
            array(SELECT p FROM unnest(ARRAY['SELECT','INSERT','UPDATE','REFERENCES']) AS p WHERE has_column_privilege(r.oid, attrelid, attnum, p)) AS held
           FROM pg_roles AS r, pg_database AS d, pg_attribute
           WHERE d.datname = current_database() AND r.rolname <> 'pg_database_owner' AND attacl IS NOT NULL AND attrelid >= 16384`,
        );
        const wrongColumns = columns.flatMap(({ role, relation, column, held }) => {
          const ours = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'].filter(
            privilege => served.may(role, relation, privilege) || served.may(role, column, privilege),
          );
          return ours.join() === held.join() ? [] : [{ role, column, held, ours }];
        });
        expect(wrongColumns).toEqual([]);
        expect(columns.length).toBeGreaterThan(100);
      }
    });

    it('lets an account reach the tables on which it, or a role that it may become, has a privilege, and no others', async () => {
      const { served, urls } = subject;
      const relations = await Promise.all(urls.map(url => rowsIn<{ id: string; accounts: string[] }>(url, reachable)));
      const ours = new Map(served.reached.map(({ id, accounts, count }) => [id, { accounts, count }]));
      const wrong = relations.flat().flatMap(({ id, accounts }) => {
        const expected = { accounts: accounts.toSorted(), count: accounts.length };
        return JSON.stringify(ours.get(id)) === JSON.stringify(expected) ? [] : [{ id, expected, ours: ours.get(id) }];
      });
      expect(wrong).toEqual([]);
      const sizes = relations.flat().map(({ accounts }) => accounts.length);
      expect(Math.min(...sizes)).toBeLessThan(served.accounts.length);
      expect(sizes.length).toBeGreaterThan(5);
    });

    it('answers every decision about a login, an object and a privilege as the server does', async () => {
      const { access, urls } = subject;
      const rows = await Promise.all(
        urls.map(url => rowsIn<{ decision: string; held: boolean }>(url, serverDecisions)),
      );
      const decisions = new Map(rows.flat().map(({ decision, held }) => [decision, held]));
      const differing = differingDecisions(access, decisions);
      console.info(`${decisions.size} decisions, ${differing.length} differ`);
      expect(differing).toEqual([]);
      expect([...decisions.values()].filter(held => held).length).toBeGreaterThan(100);
    });

    it('gives every role the privileges on databases and schemas that the server says, and names the owners', async () => {
      const { served, urls } = subject;
      for (const url of urls) {
        const rows = await rowsIn<{ role: string; object: string; held: string[] }>(
          url,
          `SELECT 'role:' || r.oid AS role, 'schema:' || d.oid || '.' || n.oid AS object,
            array(SELECT p FROM unnest(ARRAY['USAGE','CREATE']) AS p WHERE has_schema_privilege(r.oid, n.oid, p)) AS held
           FROM pg_roles AS r, pg_database AS d, pg_namespace AS n
           WHERE d.datname = current_database() AND n.nspname !~ '^pg_(toast|temp)' AND r.rolname <> 'pg_database_owner'
           UNION ALL
           SELECT 'role:' || r.oid, 'database:' || d.oid,
            array(SELECT p FROM unnest(ARRAY['CONNECT','CREATE','TEMPORARY']) AS p WHERE has_database_privilege(r.oid, d.oid, p))
           FROM pg_roles AS r, pg_database AS d WHERE r.rolname <> 'pg_database_owner'`,
        );
        const wrong = rows.flatMap(({ role, object, held }) => {
          const ours = ['USAGE', 'CONNECT', 'CREATE', 'TEMPORARY'].filter(privilege =>
            served.may(role, object, privilege),
          );
          return ours.join() === held.join() ? [] : [{ role, object, held, ours }];
        });
        expect(wrong).toEqual([]);
        const owned = await rowsIn<{ link: string }>(
          url,
          `SELECT 'role:' || relowner || ' on relation:' || d.oid || '.' || c.oid AS link FROM pg_class AS c, pg_database AS d
           WHERE d.datname = current_database() AND relkind IN ('r','v','S') AND c.oid >= 16384`,
        );
        const owners = served.assignments
          .filter(a => a.entitlementSpecification.reason === 'Ownership')
          .map(({ id }) => id);
        expect(owners).toEqual(expect.arrayContaining(owned.map(({ link }) => link)));
      }
    });

    it('shows the row-level policies of every table as pg_policies does', async () => {
      const { served, urls } = subject;
      const tables = (await Promise.all(urls.map(url => rowsIn<TablePolicies>(url, tablePolicies)))).flat();
      for (const { id, row_security: expected } of tables) {
        const assignments = served.assignments.filter(({ assignedObjectId }) => assignedObjectId === id);
        expect(assignments.length, id).toBeGreaterThan(0);
        for (const assignment of assignments) expect(servedPolicies(assignment), assignment.id).toEqual(expected);
      }
      expect(new Set(tables.map(({ row_security: { enabled } }) => enabled))).toEqual(new Set([undefined, true]));
    });

    it('shows the default privileges that pg_default_acl has, and no others', async () => {
      const { served, urls } = subject;
      const rows = await Promise.all(urls.map(url => rowsIn<DefaultPrivileges>(url, defaultPrivileges)));
      expect(servedDefaultPrivileges(served).toSorted(byId)).toEqual(rows.flat().toSorted(byId));
      expect(rows.flat().length).toBeGreaterThan(20);
    });

    it('contains every object of every database, and no password', async () => {
      const { served, urls } = subject;
      for (const url of urls) {
        const objects = await rowsIn<{ id: string; name: string; parent: string }>(
          url,
          `SELECT 'relation:' || d.oid || '.' || c.oid AS id, relname AS name, 'schema:' || d.oid || '.' || relnamespace AS parent
           FROM pg_class AS c, pg_database AS d WHERE d.datname = current_database() AND relkind IN ('r','v','S') AND c.oid >= 16384
           UNION ALL SELECT 'schema:' || d.oid || '.' || n.oid, nspname, 'database:' || d.oid
           FROM pg_namespace AS n, pg_database AS d WHERE d.datname = current_database() AND nspname !~ '^pg_(toast|temp)'`,
        );
        for (const { id, name, parent } of objects)
          expect(served.resource(id)).toMatchObject({ name, parentId: parent });
      }
      expect(served.text).not.toMatch(/SCRAM-SHA-256|md5[0-9a-f]{32}|hidden-from-everybody/);
    });
  });
});

const byId = (a: { id?: unknown }, b: { id?: unknown }) => (String(a.id) < String(b.id) ? -1 : 1);
