// The statements in sql/. Those of the reads give their rows in the order of their keys, after the keys in their parameters. When all
// keys are '', they start with the first row. Those of changes are about one account or membership.
import { readFileSync } from 'node:fs';

const common = [
  'database-grants',
  'table-grants',
  'column-grants',
  'routine-grants',
  'proxies',
  'proxied',
  'granted-patterns',
  'databases',
  'tables',
  'granted-columns',
  'granted-routines',
  'database-rows',
  'rows-of-several-hosts',
] as const;
const ofEach = ['accounts', 'memberships', 'account-state', 'membership-state'] as const;
const ofMysql = ['dynamic-grants', 'default-roles'] as const;

export type MysqlStatementName = (typeof common)[number] | (typeof ofEach)[number] | (typeof ofMysql)[number];
export type Product = 'mariadb' | 'mysql';

const read = (file: string) => readFileSync(new URL(`sql/${file}.sql`, import.meta.url), 'utf8');

const statements = new Map<string, string>([
  ...common.flatMap(name =>
    (['mariadb', 'mysql'] as const).map(product => [`${product}/${name}`, read(name)] as const),
  ),
  ...ofEach.flatMap(name =>
    (['mariadb', 'mysql'] as const).map(product => [`${product}/${name}`, read(`${product}/${name}`)] as const),
  ),
  ...ofMysql.map(name => [`mysql/${name}`, read(`mysql/${name}`)] as const),
]);

/** Undefined for what the product does not have. */
export function mysqlStatement(product: Product, name: MysqlStatementName): string | undefined {
  return statements.get(`${product}/${name}`);
}
