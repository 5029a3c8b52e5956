// What the service serves of a MariaDB server, compared with what the server itself says: every account, every membership, and the
// privileges of every account and role against SHOW GRANTS. The connector has the least rights of its README.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysql } from '../../../connectors/mysql/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { isLong } from '../../support/long-tests.ts';
import { testSeed } from '../../support/random.ts';
import { type MariadbServer, mariadbMissing, startMariadb } from '../../support/servers/mariadb.ts';
import { type Item, startService } from '../../support/service/service.ts';
import { leastRights } from './least-rights.ts';
import { type RandomMariadb, randomMariadb } from './random-server.ts';
import { linesOfAssignments, linesOfGrants } from './show-grants.ts';

interface Subject {
  readonly server: MariadbServer;
  readonly random: RandomMariadb;
  readonly served: Readonly<
    Record<'accounts' | 'roles' | 'memberships' | 'assignments' | 'resources' | 'edges', Item[]>
  >;
  readonly ledger: readonly string[];
}

const withoutEscapes = (text: string) =>
  text.replace(/\\(.)/g, (_, character: string) => ({ n: '\n', t: '\t', '0': '\0' })[character] ?? character);

async function prepare(seed: number): Promise<Subject> {
  const server = await startMariadb();
  const random = randomMariadb(seed);
  server.run(random.statements);
  server.run(leastRights('reader', '127.0.0.1', 'a secret'));
  const settings = { host: '127.0.0.1', port: server.port, user: 'reader', password: 'a secret' };
  const test = await startService({
    connectors: [mysql],
    settings: { sources: [{ id: 'db', connector: 'mysql', settings }] },
  });
  try {
    await test.sync();
    const [source] = await test.operator.sources({});
    const list = (path: string) => test.everyItem(`/v1/${path}?pageSize=200`);
    return {
      server,
      random,
      ledger: source!.reads
        .filter(({ status }) => status !== 'Unsupported')
        .map(
          ({ type, status, gaps, rejected, duplicates }) =>
            `${type} ${status} ${gaps.filter(gap => !isOfUnknown(gap)).length + rejected + duplicates}`,
        ),
      served: {
        accounts: await list('accounts'),
        roles: await list('roles'),
        memberships: await list('entity-managed-via-object'),
        assignments: await list('entity-assigned-access-to-object'),
        resources: await list('resource-instances'),
        edges: await list('resource-instance-contains-resource-instance'),
      },
    };
  } finally {
    await test.close();
  }
}

/**
 * MariaDB 10.11 stores the names of grants on functions encoded twice in mysql.procs_priv (the bytes C383C2B6 for `ö`). The ledger
 * then tells truly that no account has this name.
 */
const isOfUnknown = ({ subject, message }: { subject: string; message: string }) =>
  subject === 'mysql.procs_priv' && /Ã/.test(message);

const seeds = isLong ? Array.from({ length: 20 }, (_, index) => testSeed() + index) : [testSeed()];

describe.skipIf(mariadbMissing)(`MariaDB${mariadbMissing ? `; skipped: ${mariadbMissing}` : ''}`, () => {
  describe.each(seeds)('filled from seed %i', seed => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await prepare(seed);
    }, 300_000);
    afterAll(() => subject?.server.stop());

    const rows = (query: string) =>
      subject.server
        .run(query)
        .split('\n')
        .filter(line => line !== '')
        .map(line => line.split('\t').map(withoutEscapes));

    it('is read by the rules of the contract', async () => {
      const { port } = subject.server;
      expect(await brokenRules(mysql, { host: '127.0.0.1', port, user: 'reader', password: 'a secret' })).toEqual([]);
    });

    it('is read completely with the least rights', () => {
      expect(subject.ledger.filter(line => !line.endsWith(' Complete 0'))).toEqual([]);
      expect(subject.ledger.length).toBe(9);
      const { accounts, assignments } = subject.served;
      const known = new Set(accounts.map(({ id }) => id));
      const unknown = assignments.filter(
        ({ entityType, entityId }) => entityType === 'Account' && !known.has(entityId),
      );
      expect(unknown).toEqual([]);
    });

    it('has an account for every user at a host, with lock, expiry and plugins', () => {
      const told = rows(
        `SELECT User, Host, coalesce(JSON_VALUE(Priv, '$.account_locked'), 0), JSON_VALUE(Priv, '$.password_last_changed') <=> 0,
           coalesce(JSON_VALUE(Priv, '$.password_lifetime'), -1)
         FROM mysql.global_priv WHERE Host <> ''`,
      ).map(([user, host, locked, expired, lifetime]) => ({
        id: `account:'${user!.replaceAll("'", "''")}'@'${host}'`,
        alias: user || "''",
        enabled: locked === '0',
        expired: expired === '1',
        hasExpiry: Number(lifetime) > 0 && expired === '0',
      }));
      const fact = (item: Item, name: string) => item.profileMetadata.find((entry: Item) => entry.name === name)?.value;
      const seen = subject.served.accounts.map(item => ({
        id: item.id,
        alias: item.alias,
        enabled: item.enabled,
        expired: fact(item, 'isPasswordExpired'),
        hasExpiry: fact(item, 'passwordExpires') !== undefined,
      }));
      expect(seen.toSorted(byId)).toEqual(told.toSorted(byId));
      expect(seen.length).toBeGreaterThan(subject.random.accounts.length);
      const sockets = rows("SELECT User, Host FROM mysql.global_priv WHERE Priv LIKE '%unix_socket%'").length;
      const bySocket = subject.served.accounts.filter(item =>
        item.authenticationMethods?.some((method: Item) => method.type === 'UnixSocket'),
      );
      expect(bySocket.length).toBe(sockets);
    });

    it('has every role and every membership', () => {
      const told = rows("SELECT User FROM mysql.global_priv WHERE Host = '' AND User <> 'PUBLIC'").map(
        ([role]) => role,
      );
      expect(subject.served.roles.map(({ name }) => name).toSorted()).toEqual(told.toSorted());
      const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
      const mapped = rows('SELECT Host, User, Role FROM mysql.roles_mapping').map(([host, user, role]) => {
        const member = host === '' ? `role:${quoted(user!)}` : `account:${quoted(user!)}@${quoted(host!)}`;
        return `${member} > role:${quoted(role!)}`;
      });
      const everybody = subject.served.accounts.map(({ id }) => `${id} > public`);
      const seen = subject.served.memberships
        .filter(({ id }) => !/ from '/.test(id))
        .map(({ entityId, managedViaObjectId }) => `${entityId} > ${managedViaObjectId}`);
      expect(seen.toSorted()).toEqual([...mapped, ...everybody].toSorted());
    });

    it('gives every account and role the privileges that SHOW GRANTS says', () => {
      const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
      const byEntity = Map.groupBy(subject.served.assignments, ({ entityId }) => entityId as string);
      const everyPrivilege = Math.max(
        ...subject.served.assignments
          .filter(({ id }) => id === "account:'root'@'localhost' on server")
          .map(a => a.entitlementSpecification.reasonSpecificData.permissions.fineGrainedSpecifiers.length - 1),
      );
      const entities = [
        ...rows("SELECT User, Host FROM mysql.global_priv WHERE Host <> '' AND User NOT IN ('', 'root')").map(
          ([user, host]) => ({
            id: `account:'${user!.replaceAll("'", "''")}'@'${host}'`,
            name: `${quoted(user!)}@${quoted(host!)}`,
          }),
        ),
        ...subject.served.roles.map(({ id, name }) => ({ id: id as string, name: quoted(name) })),
        { id: 'public', name: 'PUBLIC' },
      ];
      const rolesOf = (id: string) => {
        const found = new Set([id]);
        for (const inside of found) {
          for (const { entityId, managedViaObjectId } of subject.served.memberships) {
            if (entityId === inside) found.add(managedViaObjectId);
          }
        }
        return [...found];
      };
      const marker = 'the next account';
      const answers = subject.server.run(
        entities.map(({ name }) => `SHOW GRANTS FOR ${name}; SELECT '${marker}';\n`).join(''),
      );
      const shown = answers.split(`${marker}\n`).map(answer => answer.split('\n').filter(line => line !== ''));
      for (const [index, { id, name }] of entities.entries()) {
        const told = linesOfGrants(shown[index]!.map(withoutEscapes));
        // Of a role, the server also lists the grants of the roles that it is in.
        const holders = id.startsWith('role:') ? rolesOf(id) : [id];
        const ours = holders.flatMap(holder => linesOfAssignments(byEntity.get(holder) ?? [], everyPrivilege));
        expect(ours.toSorted(), name).toEqual(told.toSorted());
      }
    });

    it('contains every table, and patterns contain the databases that they match', () => {
      const tables = rows(
        "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'sys')",
      );
      const names = new Map(subject.served.resources.map(({ id, name }) => [id as string, name as string]));
      const tick = (name: string) => `\`${name.replaceAll('`', '``')}\``;
      for (const [schema, table] of tables) expect(names.get(`table:${tick(schema!)}.${tick(table!)}`)).toBe(table);
      const edges = subject.served.edges.map(String);
      const byGlobal = new Map(subject.served.resources.map(({ globalId, id }) => [globalId as string, id as string]));
      const inPatterns = edges
        .map(edge => [...edge.matchAll(/:ResourceInstance \{id: "([^"]+)"/g)].map(([, id]) => byGlobal.get(id!)!))
        .filter(([parent]) => parent!.startsWith('pattern:'))
        .map(([parent, child]) => `${parent} > ${child}`);
      expect(inPatterns.toSorted()).toEqual([
        'pattern:`shop%` > database:`shop_archive`',
        'pattern:`shop%` > database:`shop`',
        'pattern:`shop_archive` > database:`shop_archive`',
      ]);
    });

    it('shows no password hash', () => {
      expect(JSON.stringify(subject.served)).not.toMatch(/\*[0-9A-F]{40}|hidden-from-everybody|a secret/);
    });
  });
});

const byId = (a: { id?: unknown }, b: { id?: unknown }) => (String(a.id) < String(b.id) ? -1 : 1);
