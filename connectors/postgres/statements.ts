// The statements in sql/. Each gives its rows in the order of their keys, after the keys in its parameters. When all keys are
// null, it starts with the first row.
import { readFileSync } from 'node:fs';

export const statementNames = [
  'roles',
  'memberships',
  'databases',
  'database-grants',
  'schemas',
  'schema-grants',
  'relations',
  'relation-grants',
  'columns',
  'column-grants',
  'functions',
  'function-grants',
  'default-privileges',
] as const;

export type StatementName = (typeof statementNames)[number];

const fileOf = (name: string) => readFileSync(new URL(`sql/${name}.sql`, import.meta.url), 'utf8');
const landed = new Map(['landed-relations', 'landed-functions'].map(name => [name, fileOf(name)]));
const statements = new Map(
  statementNames.map(name => [name, fileOf(name).replaceAll(/\{\{([a-z-]+)\}\}/g, (_, part) => landed.get(part)!)]),
);

/** As many nulls as a statement has parameters: its first rows. */
export const fromTheStart = (text: string): null[] =>
  Array(Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))).fill(null);

export function statement(name: StatementName): string {
  return statements.get(name)!;
}
