// Statements that fill a MariaDB server with accounts, roles, objects and grants chosen at random.
import { createRandom, type Random } from '../../support/random.ts';

const oddNames = [
  'plain',
  'Mixed Case',
  "apos'trophe",
  'back`tick',
  'dot.ted',
  'Größe 🗝',
  'at@sign',
  'comma,brace{}',
  'a_b%c',
  ' on table:',
];
const hosts = ['%', 'localhost', '10.0.0.%', '192.168.1.0/255.255.255.0'];
const tablePrivileges = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'CREATE',
  'DROP',
  'REFERENCES',
  'INDEX',
  'ALTER',
  'CREATE VIEW',
  'SHOW VIEW',
  'TRIGGER',
  'DELETE HISTORY',
];
const databasePrivileges = [
  ...tablePrivileges,
  'CREATE TEMPORARY TABLES',
  'LOCK TABLES',
  'EXECUTE',
  'CREATE ROUTINE',
  'ALTER ROUTINE',
  'EVENT',
];
const globalPrivileges = [
  ...databasePrivileges,
  'RELOAD',
  'SHUTDOWN',
  'PROCESS',
  'FILE',
  'SHOW DATABASES',
  'SUPER',
  'REPLICATION SLAVE',
  'BINLOG MONITOR',
  'CREATE USER',
  'CREATE TABLESPACE',
  'SET USER',
  'FEDERATED ADMIN',
  'CONNECTION ADMIN',
  'READ_ONLY ADMIN',
  'REPLICATION SLAVE ADMIN',
  'REPLICATION MASTER ADMIN',
  'BINLOG ADMIN',
  'BINLOG REPLAY',
  'SLAVE MONITOR',
];

const textOf = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const nameOf = (name: string) => `\`${name.replaceAll('`', '``')}\``;
/** For GRANT … ON database.*: wildcards are escaped. */
const literal = (database: string) => nameOf(database.replaceAll('\\', '\\\\').replace(/[_%]/g, '\\$&'));

export interface RandomMariadb {
  readonly accounts: readonly { readonly user: string; readonly host: string }[];
  readonly roles: readonly string[];
  readonly statements: string;
}

export function randomMariadb(seed: number): RandomMariadb {
  const random = createRandom(seed);
  const accounts = Array.from({ length: 9 }, (_, index) => ({
    user: `${random.of(oddNames)}${index}`,
    host: random.of(hosts),
  }));
  // The same name at another host is another account.
  accounts.push({ user: accounts[0]!.user, host: '10.9.9.9' }, { user: '', host: '10.8.8.8' });
  const roles = Array.from({ length: 6 }, (_, index) => `role ${random.of(oddNames)}${index}`);
  const statements = [
    ...accounts.map(account => createAccount(random, account)),
    ...roles.map(role => `CREATE ROLE ${textOf(role)}`),
    ...memberships(random, accounts, roles),
    ...objectStatements(random, accounts, roles),
    'FLUSH PRIVILEGES',
  ];
  return { accounts, roles, statements: statements.map(statement => `${statement};\n`).join('') };
}

type Account = RandomMariadb['accounts'][number];
const accountOf = ({ user, host }: Account) => `${textOf(user)}@${textOf(host)}`;
const oneIn = (random: Random, count: number) => random.below(count) === 0;
const some = (random: Random, from: readonly string[]) => {
  const chosen = from.filter(() => oneIn(random, 4));
  return chosen.length > 0 ? chosen : [from[0]!];
};

function createAccount(random: Random, account: Account): string {
  const identified = random.of([
    "BY 'hidden-from-everybody'",
    'VIA unix_socket',
    "VIA mysql_native_password USING PASSWORD('hidden-from-everybody') OR unix_socket",
  ]);
  const lock = account.user !== '' && oneIn(random, 3) ? ' ACCOUNT LOCK' : '';
  const expiry = identified.startsWith('BY')
    ? random.of(['', ' PASSWORD EXPIRE', ' PASSWORD EXPIRE NEVER', ' PASSWORD EXPIRE INTERVAL 90 DAY'])
    : '';
  return `CREATE USER ${accountOf(account)} IDENTIFIED ${identified}${random.of(['', ' REQUIRE SSL', ' REQUIRE X509'])}${lock}${expiry}`;
}

function memberships(random: Random, accounts: readonly Account[], roles: readonly string[]): string[] {
  const admin = () => (oneIn(random, 3) ? ' WITH ADMIN OPTION' : '');
  const inRoles = roles.flatMap((role, index) =>
    index === 0 ? [] : [`GRANT ${textOf(roles[random.below(index)]!)} TO ${textOf(role)}${admin()}`],
  );
  const inAccounts = accounts
    .filter(({ user }) => user !== '')
    .flatMap(account => {
      const role = textOf(random.of(roles));
      const granted = `GRANT ${role} TO ${accountOf(account)}${admin()}`;
      return oneIn(random, 2) ? [granted, `SET DEFAULT ROLE ${role} FOR ${accountOf(account)}`] : [granted];
    });
  return [...inRoles, ...inAccounts];
}

function objectStatements(random: Random, accounts: readonly Account[], roles: readonly string[]): string[] {
  const grantees = [...accounts.filter(({ user }) => user !== '').map(accountOf), ...roles.map(textOf), 'PUBLIC'];
  const grant = (privileges: readonly string[], object: string) => {
    const grantee = random.of(grantees);
    return `GRANT ${privileges.join(', ')} ON ${object} TO ${grantee}${oneIn(random, 3) ? ' WITH GRANT OPTION' : ''}`;
  };
  const databases = ['shop', 'shop_archive', 'Größe "quoted"', 'a.b`c'];
  const statements = grantees.slice(0, 6).map(() => grant(some(random, globalPrivileges), '*.*'));
  statements.push(
    grant(['SELECT', 'INSERT'], '`shop%`.*'),
    grant(['SELECT'], '`shop_archive`.*'),
    grant(['CREATE'], '`not yet there`.*'),
  );
  const [first, second] = accounts.map(accountOf);
  statements.push(`GRANT PROXY ON ${first} TO ${second}${oneIn(random, 2) ? ' WITH GRANT OPTION' : ''}`);
  for (const database of databases) {
    statements.push(`CREATE DATABASE ${nameOf(database)}`);
    statements.push(grant(some(random, databasePrivileges), `${literal(database)}.*`));
    statements.push(grant(some(random, databasePrivileges), `${literal(database)}.*`));
    for (const table of oddNames.slice(0, 4)) {
      const full = `${nameOf(database)}.${nameOf(table)}`;
      statements.push(
        `CREATE TABLE ${full} (id int, ${nameOf('odd `col.umn')} text, ß int)`,
        grant(some(random, tablePrivileges), full),
        grant(some(random, tablePrivileges), full),
        grant([`SELECT (${nameOf('odd `col.umn')})`, 'UPDATE (ß, id)'], full),
      );
    }
    statements.push(`CREATE VIEW ${nameOf(database)}.v AS SELECT 1 AS one`);
    statements.push(`CREATE PROCEDURE ${nameOf(database)}.${nameOf("pro'c")}() SELECT 1`);
    statements.push(`CREATE FUNCTION ${nameOf(database)}.f() RETURNS int RETURN 1`);
    statements.push(grant(['EXECUTE'], `PROCEDURE ${nameOf(database)}.${nameOf("pro'c")}`));
    statements.push(grant(['EXECUTE', 'ALTER ROUTINE'], `FUNCTION ${nameOf(database)}.f`));
  }
  return statements;
}
