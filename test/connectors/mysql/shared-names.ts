// Statements that fill a MariaDB server with accounts of the same name at several hosts, rows without a name, overlapping patterns, and
// what is left of dropped roles and accounts.
import { createRandom } from '../../support/random.ts';

export const databases = ['app_one', 'app_two', 'appXone', 'apple', 'test_a', 'testing'];
export const tables = ['t', 'u'];
const hosts = ['%', 'localhost', '127.0.0.1', '127.0.0.%', '127.0.0.0/255.255.255.0', '10.%'];
/** An address and a network are equally specific for the server, and which row comes first is then not defined. */
const rowHosts = (user: string) =>
  hosts.filter(host => (/[024]$/.test(user) ? host !== '127.0.0.1' : !host.includes('/')));
const patterns = ['%', 'app%', 'app_one', 'app\\_one', 'app\\_%', 'app_two', 'test\\_%', 'test%', 'apple'];
const privileges = ['Select', 'Insert', 'Update', 'Delete', 'Create'];

export const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** @param withAnonymous whether there may be accounts without a name, which other names then log in as */
export function sharedNames(seed: number, names: number, withAnonymous: boolean): string {
  const random = createRandom(seed);
  const users = Array.from({ length: names }, (_, index) => `user${index}`);
  const roles = ['one', 'two', 'three'];
  const oneIn = (count: number) => random.below(count) === 0;
  const some = () => {
    const chosen = privileges.filter(() => oneIn(3));
    return chosen.length > 0 ? chosen : [random.of(privileges)];
  };
  const accounts = users.flatMap(user => {
    const chosen = hosts.filter(() => oneIn(3));
    return (chosen.length > 0 ? chosen : ['%']).map(host => `${text(user)}@${text(host)}`);
  });
  if (withAnonymous) accounts.push("''@'127.0.0.%'");
  const statements = [
    ...databases.flatMap(name => [
      `CREATE DATABASE ${name}`,
      ...tables.map(table => `CREATE TABLE ${name}.${table} (id int)`),
    ]),
    ...accounts.map(account => `CREATE USER ${account} IDENTIFIED BY 'pw'`),
    ...[...roles, 'gone'].map(role => `CREATE ROLE ${role}`),
    'GRANT two TO one',
    'GRANT gone TO three',
    ...accounts
      .filter(name => !name.startsWith("''"))
      .flatMap(account => {
        const role = random.of([...roles, 'gone']);
        const granted = oneIn(2) ? [`GRANT ${role} TO ${account}`] : [];
        return granted.length > 0 && oneIn(2) ? [...granted, `SET DEFAULT ROLE ${role} FOR ${account}`] : granted;
      }),
    "CREATE USER 'left'@'10.%'",
    "GRANT one TO 'left'@'10.%'",
    "GRANT SELECT ON apple.t TO 'left'@'10.%'",
    'GRANT SELECT ON apple.* TO gone',
    ...roles.map(
      role =>
        `GRANT ${some().join(', ')} ON ${random.of(['app_one', 'test\\_a', 'apple']).replace(/^(.*)$/, '`$1`')}.* TO ${role}`,
    ),
    ...accounts.flatMap(account => {
      if (account.startsWith("''") || oneIn(2)) return [];
      return [`GRANT ${some().join(', ')} ON ${random.of(databases)}.${random.of(tables)} TO ${account}`];
    }),
    "DELETE FROM mysql.global_priv WHERE User IN ('left', 'gone')",
    ...[...users, ...users, ''].flatMap(user =>
      rowHosts(user)
        .filter(() => oneIn(3))
        .map(host => databaseRow(host, random.of(patterns), user, some())),
    ),
    'FLUSH PRIVILEGES',
  ];
  return statements.map(statement => `${statement};\n`).join('');
}

const databaseRow = (host: string, db: string, user: string, held: readonly string[]) =>
  `REPLACE INTO mysql.db (Host, Db, User, ${held.map(name => `${name}_priv`).join(', ')})
   VALUES (${[host, db, user].map(text).join(', ')}, ${held.map(() => "'Y'").join(', ')})`;
