// The tables of schema `neighbours`: rows of application instances that are not computed, which steps read (islands/neighbours.ts).
import { resourceOf } from '../../resources/registry.ts';
import { type DuckDB, identifier } from '../duckdb.ts';
import { auxiliaryTables } from '../version/inventory.ts';
import { emptyTable, modelFields } from './model.ts';

/** The auxiliary tables that have rows in `neighbours`. */
const auxiliary = ['sso_links', 'person_accounts', 'person_violations', 'person_facts'] as const;

/** The types of the objects that are evidence for persons. */
export const neighbourTypes = ['Account', 'Employee'] as const;

/** The tables of `neighbours` that steps read. */
export const neighbourTables = [...auxiliary, ...neighbourTypes] as const;

/** Create the tables of schema `neighbours`, without rows. */
export async function createNeighbours(duckdb: DuckDB): Promise<void> {
  const statements = auxiliary.map(name => {
    const columns = Object.entries(auxiliaryTables[name]).map(([column, type]) => `${identifier(column)} ${type}`);
    return `CREATE TABLE neighbours.${name} (${columns.join(', ')})`;
  });
  for (const type of neighbourTypes) {
    const resource = resourceOf(type)!;
    statements.push(emptyTable(`neighbours.${identifier(type)}`, resource, modelFields(resource)));
  }
  await duckdb.run(`${statements.join(';')};
    CREATE TABLE neighbours.open_violations (definition UUID, violations BIGINT);
    CREATE TABLE neighbours.objects (object UUID, is_touched BOOLEAN);
    CREATE TABLE neighbours.persons (person UUID)`);
}
