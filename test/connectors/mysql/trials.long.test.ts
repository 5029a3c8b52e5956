// What follows from the access that is served of a MariaDB server, compared with what connections as each account may do: from several
// addresses and through the socket, before and after SET ROLE.
import { connect } from 'node:net';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysql } from '../../../connectors/mysql/index.ts';
import { type MariadbServer, mariadbMissing, startMariadb } from '../../support/servers/mariadb.ts';
import { type Item, startService } from '../../support/service/service.ts';
import { leastRights } from './least-rights.ts';
import { databases, sharedNames, tables } from './shared-names.ts';

const trials: Readonly<Record<string, (table: string) => string>> = {
  SELECT: table => `SELECT id FROM ${table} LIMIT 0`,
  INSERT: table => `INSERT INTO ${table} VALUES (1)`,
  UPDATE: table => `UPDATE ${table} SET id = 1`,
  DELETE: table => `DELETE FROM ${table}`,
  CREATE: table => `CREATE TABLE IF NOT EXISTS ${table} (id int)`,
};
const clients = ['localhost', '127.0.0.1', '127.0.0.9'];

function open({ port, socket }: MariadbServer, user: string, client: string): Promise<Connection> {
  const stream = () => connect({ host: '127.0.0.1', port, localAddress: client });
  const target = client === 'localhost' ? { socketPath: socket } : { host: '127.0.0.1', port, stream };
  return createConnection({ user, password: 'pw', ...target });
}

interface Served {
  readonly assignments: readonly Item[];
  readonly memberships: readonly Item[];
  readonly accounts: readonly Item[];
  readonly roles: readonly Item[];
  /** Resource → the resources that contain it. */
  readonly above: ReadonlyMap<string, readonly string[]>;
  readonly gaps: readonly string[];
  /** The accounts that the service finds for one resource. */
  readonly reached: readonly string[];
}

async function servedOf(server: MariadbServer, resource?: string): Promise<Served> {
  server.run(leastRights('reader', '127.0.0.1', 'a secret'));
  const settings = { host: '127.0.0.1', port: server.port, user: 'reader', password: 'a secret' };
  const sources = [{ id: 'db', connector: 'mysql', settings }];
  const test = await startService({ connectors: [mysql], settings: { sources } });
  try {
    await test.sync();
    const [source] = await test.operator.sources({});
    const list = (path: string) => test.everyItem(`/v1/${path}?pageSize=200`);
    const resources = await list('resource-instances');
    const byGlobal = new Map(resources.map(({ globalId, id }) => [globalId as string, id as string]));
    const accounts = await list('accounts');
    const accountOf = new Map(accounts.map(({ globalId, id }) => [globalId as string, id as string]));
    const above = new Map<string, string[]>();
    for (const edge of await list('resource-instance-contains-resource-instance')) {
      const [parent, child] = [...String(edge).matchAll(/:ResourceInstance \{id: "([^"]+)"/g)].map(
        ([, id]) => byGlobal.get(id!)!,
      );
      above.set(child!, [...(above.get(child!) ?? []), parent!]);
    }
    const target = resources.find(({ id }) => id === resource);
    const reached = target ? await list(`resource-instances/${target['globalId']}/accounts`) : [];
    return {
      reached: reached.map(({ accountId }) => accountOf.get(accountId)!),
      assignments: await list('entity-assigned-access-to-object'),
      memberships: await list('entity-managed-via-object'),
      accounts,
      roles: await list('roles'),
      above,
      gaps: source!.reads.flatMap(({ gaps }) => gaps.map(({ subject, message }) => `${subject}: ${message}`)),
    };
  } finally {
    await test.close();
  }
}

/** Whether the hosts of a condition have a client. */
function fits(host: string, client: string): boolean {
  if (host.includes('/')) return client.startsWith('127.0.0.');
  return new RegExp(`^${host.replaceAll('.', '\\.').replaceAll('%', '.*')}$`).test(client);
}

interface Expectation {
  readonly privileges: ReadonlySet<string>;
  /** A row that is for some clients of the account only, and for this one, stands before others. */
  readonly hasCondition: boolean;
}

function expectationOf(served: Served, account: string, client: string, database: string, table: string): Expectation {
  const holders = new Set([account]);
  for (const holder of holders) {
    for (const { entityId, managedViaObjectId } of served.memberships) {
      if (entityId === holder) holders.add(managedViaObjectId);
    }
  }
  const object = `table:\`${database}\`.\`${table}\``;
  const objects = new Set([object]);
  for (const inside of objects) for (const parent of served.above.get(inside) ?? []) objects.add(parent);
  const privileges = new Set<string>();
  let hasCondition = false;
  for (const { id, entityId, assignedObjectId, entitlementSpecification } of served.assignments) {
    if (!holders.has(entityId) || !objects.has(assignedObjectId)) continue;
    const { permissions, conditions, contentPermissions, appliesToContents } =
      entitlementSpecification.reasonSpecificData;
    const host = conditions?.rootOperator.operator.arrayOpValue.values[0].staticConditionValueData;
    if (host !== undefined && !fits(host, client)) continue;
    // For a role in a role, the server merges the rows of both before it looks for the most specific one.
    const isMerged = entityId === "role:'two'" && / from ''@/.test(id);
    if (host !== undefined || isMerged) hasCondition = true;
    const isInside = assignedObjectId !== object;
    if (appliesToContents === false && isInside) continue;
    const onTables = contentPermissions?.find(({ resourceClasses }: Item) => resourceClasses.includes('table'));
    const held = isInside && contentPermissions ? onTables?.permissions : permissions;
    for (const name of held?.fineGrainedSpecifiers ?? []) privileges.add(name);
  }
  return { privileges, hasCondition };
}

async function isAllowed(connection: Connection, statement: string): Promise<boolean> {
  try {
    await connection.query(statement);
    return true;
  } catch (error) {
    if (/denied/.test((error as Error).message)) return false;
    throw error;
  }
}

/** Privileges that a connection has on a table, with any role that it may choose. */
async function triedPrivileges(connection: Connection, roles: readonly string[]): Promise<Map<string, Set<string>>> {
  const allowed = new Map<string, Set<string>>();
  const attempt = async () => {
    for (const database of databases) {
      for (const table of tables) {
        const key = `${database}.${table}`;
        const held = allowed.get(key) ?? new Set();
        allowed.set(key, held);
        for (const [privilege, make] of Object.entries(trials)) {
          if (await isAllowed(connection, make(key))) held.add(privilege);
        }
      }
    }
  };
  await attempt();
  for (const role of roles) {
    try {
      await connection.query(`SET ROLE ${role}`);
    } catch {
      continue;
    }
    await attempt();
  }
  return allowed;
}

interface Outcome {
  readonly differences: string[];
  readonly compared: number;
  readonly held: number;
  /** Different because of rows for some clients. */
  readonly explained: number;
}

async function compare(server: MariadbServer, served: Served, users: readonly string[]): Promise<Outcome> {
  const differences: string[] = [];
  let [compared, held, explained] = [0, 0, 0];
  for (const user of users) {
    for (const client of clients) {
      const connection = await open(server, user, client).catch(() => undefined);
      if (!connection) continue;
      const [[row]] = (await connection.query('SELECT current_user() AS name')) as unknown as [[{ name: string }]];
      const at = row.name.lastIndexOf('@');
      const account = `account:'${row.name.slice(0, at)}'@'${row.name.slice(at + 1)}'`;
      const tried = await triedPrivileges(connection, ['one', 'two', 'three', 'gone']);
      await connection.end();
      for (const [key, allowed] of tried) {
        const [database, table] = key.split('.') as [string, string];
        const { privileges, hasCondition } = expectationOf(served, account, client, database, table);
        for (const privilege of Object.keys(trials)) {
          compared += 1;
          if (allowed.has(privilege)) held += 1;
          if (allowed.has(privilege) === privileges.has(privilege)) continue;
          const line = `${account} from ${client}: ${privilege} on ${key}: server ${allowed.has(privilege)}`;
          if (hasCondition && !allowed.has(privilege)) explained += 1;
          else differences.push(line);
        }
      }
    }
  }
  return { differences, compared, held, explained };
}

const cases = Array.from({ length: 12 }, (_, index) => 101 + index).map(seed => ({
  seed,
  withAnonymous: seed % 2 === 0,
}));
const names = 12;

describe.skipIf(mariadbMissing)(`MariaDB${mariadbMissing ? `; skipped: ${mariadbMissing}` : ''}`, () => {
  describe.each(cases)('filled from seed $seed, anonymous account: $withAnonymous', ({ seed, withAnonymous }) => {
    let server: MariadbServer;
    let served: Served;
    beforeAll(async () => {
      server = await startMariadb();
      server.run(sharedNames(seed, names, withAnonymous));
      served = await servedOf(server);
    });
    afterAll(() => server?.stop());

    it('gives each account what its connections may do', async () => {
      const users = Array.from({ length: names }, (_, index) => `user${index}`);
      const { differences, compared, held, explained } = await compare(server, served, users);
      expect(differences).toEqual([]);
      expect(held).toBeGreaterThan(20);
      expect(explained).toBeLessThan(compared / 10);
    }, 300_000);

    it('points to nothing that does not exist, and names remains in the ledger', () => {
      const known = new Set([...served.accounts, ...served.roles].map(({ id }) => id));
      const holders = [...served.assignments, ...served.memberships].filter(
        ({ entityType }) => entityType === 'Account' || entityType === 'Role',
      );
      expect(holders.filter(({ entityId }) => !known.has(entityId))).toEqual([]);
      expect(served.assignments.filter(({ assignedObjectId: id }) => id.startsWith("role:'gone'"))).toEqual([]);
      expect(served.memberships.filter(({ managedViaObjectId: id }) => id === "role:'gone'")).toEqual([]);
      const text = served.gaps.join('\n');
      expect(text).toContain("role:'three' in role:'gone'");
      expect(text).toContain("account:'left'@'10.%' in role:'one'");
      expect(text).toContain("account:'left'@'10.%' on `apple`.`t`");
      expect(text).toContain("role:'gone' on `apple`");
    });
  });

  it('lets privileges that open no table reach none', async () => {
    const server = await startMariadb();
    try {
      server.run(`CREATE DATABASE shop; CREATE TABLE shop.t (id int);
        CREATE USER runner@'10.1.1.1'; GRANT EXECUTE, EVENT, CREATE TEMPORARY TABLES ON shop.* TO runner@'10.1.1.1';
        CREATE USER clerk@'10.1.1.1'; GRANT PROCESS, RELOAD ON *.* TO clerk@'10.1.1.1';
        CREATE USER proxy@'10.1.1.1'; GRANT PROXY ON ''@'%' TO proxy@'10.1.1.1';
        CREATE USER seller@'10.1.1.1'; GRANT SELECT, EXECUTE, DELETE ON shop.* TO seller@'10.1.1.1';
        CREATE PROCEDURE shop.p() SELECT 1; CREATE USER caller@'10.1.1.1'; GRANT EXECUTE ON PROCEDURE shop.p TO caller@'10.1.1.1';
        GRANT SELECT (id) ON shop.t TO caller@'10.1.1.1';
        CREATE USER auditor@'10.1.1.1'; GRANT SELECT, PROCESS ON *.* TO auditor@'10.1.1.1';`);
      const { assignments, reached } = await servedOf(server, 'table:`shop`.`t`');
      const names = (items: readonly string[]) => items.filter(id => id.endsWith("@'10.1.1.1'")).toSorted();
      expect(names(reached)).toEqual(["account:'auditor'@'10.1.1.1'", "account:'seller'@'10.1.1.1'"]);
      const onlyThere = assignments.filter(
        item => item.entitlementSpecification.reasonSpecificData.appliesToContents === false,
      );
      expect(names(onlyThere.map(({ entityId }) => entityId))).toEqual(
        ['clerk', 'proxy'].map(name => `account:'${name}'@'10.1.1.1'`),
      );
    } finally {
      await server.stop();
    }
  });
});
