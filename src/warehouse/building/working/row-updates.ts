// Makes only those rows of a working table anew whose inputs have changed, where each of its rows follows from one object.
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import { rowsBeforeRisks } from '../rows/filled-rows.ts';
import { meet, type RelationChanges } from './changes.ts';
import { type KeyedQuery, keyedQuery } from './reads.ts';
import { compareWorkingTable, type TableChange } from './table-change.ts';
import { relationsBehind, type Unit } from './units.ts';

/** The rows of the model of which some column has changed since the tables were made, as they are now. They have the columns of the model. */
export const changedRows = (type: string) => `model.${identifier(`changed ${type}`)}`;

/**
 * Update the table of a unit.
 * @returns how it differs from what it was; undefined: it is as it was, and has to be made anew as a whole
 */
export async function updateRows(
  duckdb: DuckDB,
  unit: Unit,
  changes: RelationChanges,
): Promise<TableChange | undefined> {
  const query = queryOf(unit);
  const keyed = query === undefined ? undefined : await keyedQueryOf(duckdb, query);
  const keys = keyed && (await keysToUpdate(duckdb, unit, keyed, changes));
  if (keys === undefined) return undefined;
  const rows = await rowsOfKeys(duckdb, keyed!, keys, changes);
  await duckdb.run(`CREATE OR REPLACE TEMP TABLE updated AS ${query!.replace(writtenAs(keyed!.relation), () => rows)}`);
  const change = await replaceRows(duckdb, unit.tables[0]!, keys, keyed!.isOrdered);
  await duckdb.run('DROP TABLE temp.updated');
  return change;
}

/** The query of a unit that is one table of one query. */
function queryOf({ statements, tables }: Unit): string | undefined {
  const [only] = statements;
  if (statements.length > 1 || tables.length > 1 || only?.statement.kind !== 'create from query') return undefined;
  return Object.keys(only.run).length > 0 ? undefined : only.statement.query;
}

const keyedQueries = new Map<string, KeyedQuery | undefined>();

async function keyedQueryOf(duckdb: DuckDB, query: string): Promise<KeyedQuery | undefined> {
  // The rows that are put in the place of a relation have other numbers.
  if (!keyedQueries.has(query))
    keyedQueries.set(query, /\browid\b/.test(query) ? undefined : await keyedQuery(duckdb, query));
  return keyedQueries.get(query);
}

/** The keys of the rows that may differ; undefined: they cannot be said. */
async function keysToUpdate(
  duckdb: DuckDB,
  unit: Unit,
  { byKey, others }: KeyedQuery,
  changes: RelationChanges,
): Promise<ReadonlySet<string> | undefined> {
  const changed = [...unit.reads].filter(([name, columns]) => meet(changes.changeOf(name)?.columns, columns));
  const behindOthers = new Set<string>();
  for (const name of others) for (const each of (await relationsBehind(duckdb, name)).keys()) behindOthers.add(each);
  const behindKeyed = new Map<string, string>();
  for (const [name, column] of byKey)
    for (const each of (await relationsBehind(duckdb, name)).keys()) behindKeyed.set(each, column);
  let keys: ReadonlySet<string> = new Set();
  for (const [name] of changed) {
    const change = changes.changeOf(name)!;
    const column = behindKeyed.get(name);
    const isByKey = column !== undefined && column === change.key && !behindOthers.has(name);
    if (!isByKey || !change.keys) return undefined;
    keys = keys.union(change.keys);
  }
  return keys;
}

/** After FROM: the rows of the first relation with these keys. */
async function rowsOfKeys(
  duckdb: DuckDB,
  { relation, alias, key }: KeyedQuery,
  keys: ReadonlySet<string>,
  changes: RelationChanges,
): Promise<string> {
  const [, schema, type] = /^(?:(model|filled)\.)?(.*)$/.exec(relation)!;
  const name = alias === '' ? ` AS ${identifier(relation.replace(/^.*\./, ''))}` : '';
  const condition = isOneOfKeys(key, keys);
  const ofKeys = (from: string) => `(FROM ${from} WHERE ${condition})${name}`;
  if (schema === undefined) return ofKeys(relation.split('.').map(identifier).join('.'));
  // Rows that were read by themselves are there already. Of the others, the global ids of all have to be made.
  const isRead = keys.isSubsetOf(changes.changeOf(`model.${type}`)?.keys ?? new Set());
  const model = isRead ? changedRows(type!) : `model.${identifier(type!)}`;
  const query = `FROM ${model} WHERE ${condition}`;
  if (schema === 'model') return `(${query})${name}`;
  return `(${await rowsBeforeRisks(duckdb, type!, { query, condition })})${name}`;
}

/** A relation as it stands in the text of a query. */
function writtenAs(relation: string): RegExp {
  const [schema, table] = relation.split('.') as [string, string];
  return new RegExp(`\\b${schema}\\.(?:"${table}"|${table}\\b)`);
}

function isOneOfKeys(column: string, keys: ReadonlySet<string>): string {
  return keys.size === 0 ? 'false' : `${identifier(column)} IN (${[...keys].map(literal).join(', ')})`;
}

/**
 * Put the rows of `temp.updated` in the place of those with the same keys. Where only columns differ, the rows keep their numbers.
 * @param isOrdered the order of the rows counts, so none may be added or be gone
 */
async function replaceRows(
  duckdb: DuckDB,
  name: string,
  keys: ReadonlySet<string>,
  isOrdered: boolean,
): Promise<TableChange | undefined> {
  const table = name.split('.').map(identifier).join('.');
  const described = await duckdb.rows<{ column_name: string; column_type: string }>(
    `SELECT column_name, column_type FROM (DESCRIBE FROM ${table})`,
  );
  const [key, ...others] = described.map(({ column_name }) => column_name) as [string, ...string[]];
  const change = await compareWorkingTable(duckdb, 'temp.updated', `(FROM ${table} WHERE ${isOneOfKeys(key, keys)})`);
  if (change.keys?.size === 0) return { ...change, columns: new Set() };
  // DuckDB replaces a row when a nested value of it changes.
  const isNested = described.some(({ column_type }) => /[[(]/.test(column_type) && !column_type.startsWith('DECIMAL'));
  if (change.columns !== 'all' && !isNested) {
    const values = others.map(column => `${identifier(column)} = updated.${identifier(column)}`).join(', ');
    await duckdb.run(
      `UPDATE ${table} AS old SET ${values} FROM temp.updated WHERE old.${identifier(key)} = updated.${identifier(key)}`,
    );
    return { ...change, columns: new Set([...change.columns].filter(column => column !== 'rowid')) };
  }
  if (isOrdered) return undefined;
  await duckdb.run(`
    DELETE FROM ${table} WHERE ${isOneOfKeys(key, keys)};
    INSERT INTO ${table} BY NAME FROM temp.updated`);
  return change;
}
