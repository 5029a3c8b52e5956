// The tables of a version: the model's rows joined with the fields that enrichment and analytics add.
import { isLandable, type Resource } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { columnTypes } from '../columns.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';
import { emptyTable, modelFields } from './model.ts';

/** The steps that add to the model, in order. Each has a schema with tables named like types: a `globalId` and fields. */
const steps = ['enrich', 'analytics'] as const;

/** Schemas that exist only while a version is built. */
export const stepNames = ['model', ...steps] as const;

/**
 * The most memory in bytes that a pair of nested objects takes in a build, including indexes and copies. A step of a path takes
 * the same.
 */
const pairBytes = 256;

/** @param memoryBytes the memory of the build: nesting is followed as long as its pairs fit */
export async function enrich(duckdb: DuckDB, memoryBytes: number): Promise<void> {
  const most = Math.floor(memoryBytes / pairBytes);
  await duckdb.run(`SET VARIABLE most_pairs = ${most}`);
  await duckdb.run(`SET VARIABLE most_path_steps = ${most}`);
  for (const step of steps) {
    for (const file of sqlFiles(`build/${step}`)) await runStatements(duckdb, file);
  }
}

/** A file that begins with `-- repeat: until it adds nothing` is one INSERT. It is repeated until it inserts no row. */
async function runStatements(duckdb: DuckDB, { header, text }: SqlFile): Promise<void> {
  if (header[0] !== 'repeat: until it adds nothing') return duckdb.run(text);
  for (;;) {
    const [added] = await duckdb.rows<{ Count: bigint }>(text);
    if (added!.Count === 0n) return;
  }
}

/**
 * Write one table per resource, sorted as lists are served: by application instance, then global id.
 * @param landed types of which something was landed
 */
export async function createTables(
  duckdb: DuckDB,
  landed: ReadonlySet<string>,
  done: (type: string) => void,
): Promise<void> {
  const found = await fieldsFound(duckdb);
  for (const resource of resources) {
    const isEmpty = resource.madeBy === 'connectors' && !landed.has(resource.type);
    const table = identifier(resource.type);
    await duckdb.run(
      isEmpty
        ? emptyTable(table, resource, Object.keys(resource.fields))
        : tableStatement(resource, found.get(resource.type) ?? []),
    );
    done(resource.type);
  }
}

interface FoundFields {
  readonly step: string;
  readonly fields: readonly string[];
}

/**
 * The fields in the steps' tables, by type. A column that is not a field of its resource is a mistake in the SQL and stops the build.
 */
export async function fieldsFound(duckdb: DuckDB): Promise<Map<string, FoundFields[]>> {
  const rows = await duckdb.rows<{ step: string; type: string; fields: { items?: string[] } | string[] }>(
    `SELECT database_name AS step, table_name AS type, list(column_name ORDER BY column_index) AS fields
     FROM duckdb_columns() WHERE database_name IN (${steps.map(literal).join(', ')}) AND NOT internal
     GROUP BY ALL ORDER BY ALL`,
  );
  const found = new Map<string, FoundFields[]>();
  for (const row of rows) {
    const resource = resources.find(candidate => candidate.type === row.type);
    if (!resource) continue; // a working table of the step
    const fields = (Array.isArray(row.fields) ? row.fields : (row.fields.items ?? [])).filter(
      name => name !== 'globalId',
    );
    for (const name of fields) {
      const known = name in resource.fields && !(isLandable(name) && resource.madeBy === 'connectors');
      if (!known) throw new Error(`sql/${row.step}: ${row.type}.${name} is not a field that enrichment fills`);
    }
    found.set(row.type, [...(found.get(row.type) ?? []), { step: row.step, fields }]);
  }
  return found;
}

function tableStatement(resource: Resource, found: readonly FoundFields[]): string {
  const table = identifier(resource.type);
  const ofModel = new Set(resource.madeBy === 'connectors' ? modelFields(resource) : ['globalId']);
  const types = columnTypes(resource.fields);
  const columns = Object.entries(types).map(([name, type]) => {
    if (ofModel.has(name)) return `model.${identifier(name)}`;
    const step = found.findLast(candidate => candidate.fields.includes(name))?.step;
    return `${step ? `${step}.${identifier(name)}` : 'NULL'}::${type} AS ${identifier(name)}`;
  });
  const joins = found.map(({ step }) => `LEFT JOIN ${step}.${table} AS ${step} USING ("globalId")`);
  const rows =
    resource.madeBy === 'connectors' ? `model.${table} AS model` : `(SELECT "globalId" FROM enrich.${table}) AS model`;
  return `CREATE TABLE ${table} AS SELECT ${columns.join(', ')} FROM ${rows} ${joins.join(' ')}
    ORDER BY "objectMetadata"."ApplicationInstanceId", "globalId"`;
}
