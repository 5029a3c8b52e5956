// The statements in sql/. Each gives its rows in the order of their keys, after the keys in its parameters; all '': from the start.
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
] as const;
const ofEach = ['accounts', 'memberships'] as const;

export type MysqlStatementName = (typeof common)[number] | (typeof ofEach)[number] | 'dynamic-grants';
export type Product = 'mariadb' | 'mysql';

const read = (file: string) => readFileSync(new URL(`sql/${file}.sql`, import.meta.url), 'utf8');

const statements = new Map<string, string>([
  ...common.flatMap(name =>
    (['mariadb', 'mysql'] as const).map(product => [`${product}/${name}`, read(name)] as const),
  ),
  ...ofEach.flatMap(name =>
    (['mariadb', 'mysql'] as const).map(product => [`${product}/${name}`, read(`${product}/${name}`)] as const),
  ),
  ['mysql/dynamic-grants', read('mysql/dynamic-grants')],
]);

/** Undefined for what the product does not have. */
export function mysqlStatement(product: Product, name: MysqlStatementName): string | undefined {
  return statements.get(`${product}/${name}`);
}
