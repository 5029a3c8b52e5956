// Writes the tables of a version: large ones as parts, all others into its DuckDB file.
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import { partsColumns, type TablePart, tableRows, type VersionTables } from '../../version/table-parts.ts';
import { emptyTable } from '../model.ts';
import type { TypeRows } from '../tables.ts';
import { instancesWithParts } from './plan.ts';
import { writeBase } from './write-parts.ts';

export interface TablesOptions {
  /** The folder of the version. */
  readonly folder: string;
  readonly partRows: number;
}

const instance = '"objectMetadata"."ApplicationInstanceId"';

/** Write the parts of all types. */
export async function writeParts(
  duckdb: DuckDB,
  types: readonly TypeRows[],
  { folder, partRows }: TablesOptions,
): Promise<readonly TablePart[]> {
  const counts = Map.groupBy(await countRows(duckdb, types), ({ type }) => type);
  const [version] = await duckdb.rows<{ engine: string }>('SELECT version() AS engine');
  const parts: TablePart[] = [];
  for (const { resource, rows } of types) {
    const all = counts.get(resource.type) ?? [];
    const large = instancesWithParts(all, partRows);
    const write = async (applicationInstanceId: string | null, count: number, condition: string) => {
      const part = { resource, applicationInstanceId, count, rows: `SELECT * FROM (${rows}) WHERE ${condition}` };
      parts.push(await writeBase(duckdb, folder, part, version!.engine));
    };
    for (const own of large) await write(own.instance, own.count, `${instance} = ${literal(own.instance)}::UUID`);
    const others = all.reduce((sum, { count }) => sum + count, 0) - large.reduce((sum, { count }) => sum + count, 0);
    if (large.length === 0 || others === 0) continue;
    const excluded = large.map(own => `${literal(own.instance)}::UUID`).join(', ');
    await write(null, others, `${instance} NOT IN (${excluded})`);
  }
  return parts;
}

/**
 * Create one table per resource in the DuckDB file, sorted as lists are served: by application instance, then global id. A table with
 * parts has no rows. The table `table_parts` names the parts.
 */
export async function writeTables(
  duckdb: DuckDB,
  types: readonly TypeRows[],
  parts: readonly TablePart[],
  done: (type: string) => void,
): Promise<void> {
  const withParts = new Set(parts.map(({ type }) => type));
  for (const { resource, rows } of types) {
    const table = `warehouse.main.${identifier(resource.type)}`;
    await duckdb.run(
      rows === undefined || withParts.has(resource.type)
        ? emptyTable(table, resource, Object.keys(resource.fields))
        : `CREATE TABLE ${table} AS ${rows} ORDER BY ${instance}, "globalId"`,
    );
    done(resource.type);
  }
  await duckdb.run(`CREATE TABLE warehouse.main.table_parts (${partsColumns})`);
  for (const part of parts) {
    const values = Object.values(part).map(value => (typeof value === 'string' ? literal(value) : String(value)));
    await duckdb.run(`INSERT INTO warehouse.main.table_parts (${Object.keys(part).map(identifier).join(', ')})
      VALUES (${values.join(', ')})`);
  }
}

/** Views over the tables that have parts, in the database of the build: from now on their names mean all of their rows. */
export async function viewTables(duckdb: DuckDB, tables: VersionTables): Promise<void> {
  for (const type of tables.parts.keys()) {
    const columns = [...tables.columns.get(type)!].map(identifier).join(', ');
    await duckdb.run(`CREATE VIEW memory.main.${identifier(type)} AS SELECT ${columns} FROM ${tableRows(tables, type)!}`);
  }
}

/** Rows by type and application instance. */
async function countRows(
  duckdb: DuckDB,
  types: readonly TypeRows[],
): Promise<{ type: string; instance: string; count: number }[]> {
  const queries = types.flatMap(({ resource, instances }) =>
    instances === undefined
      ? []
      : [
          `SELECT ${literal(resource.type)} AS type, instance::VARCHAR AS instance, count(*)::DOUBLE AS count
           FROM (${instances}) GROUP BY ALL`,
        ],
  );
  return queries.length === 0 ? [] : duckdb.rows(`${queries.join(' UNION ALL ')} ORDER BY type, instance`);
}
