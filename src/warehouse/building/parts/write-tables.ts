// Writes the tables of a version: large ones as parts, all others into its DuckDB file.
import type { Resource } from '../../../resources/define.ts';
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import {
  partFile,
  partRows,
  partsColumns,
  type TablePart,
  tableRows,
  type VersionTables,
} from '../../version/table-parts.ts';
import { emptyTable } from '../model.ts';
import { instanceColumn } from '../previous/rows.ts';
import type { TypeRows } from '../rows/filled-rows.ts';
import { hashedRows, hashKind, rowHash } from '../rows/row-hash.ts';
import { changeableRows, hashQueries } from './carried-rows.ts';
import { comparePart, comparison, hashRows, type PreviousPart } from './compare.ts';
import { instancesWithParts, type PartPlan } from './plan.ts';
import { recordParts } from './write-auxiliary.ts';
import { takeOverPart, writeDelta } from './write-delta.ts';
import { type PartRows, writeBase } from './write-parts.ts';

export interface TablesOptions {
  /** The folder of the version. */
  readonly folder: string;
  /** The minimum number of rows of a part. */
  readonly partRows: number;
  /** The version in service, attached. */
  readonly previous: VersionTables | undefined;
  /** Called before all rows of a part are sorted. */
  beforeSorting(): Promise<void>;
}

export interface WrittenParts {
  readonly parts: readonly TablePart[];
  readonly plans: readonly PartPlan[];
}

/** Write the parts of all types: what the previous version does not have already. */
export async function writeParts(
  duckdb: DuckDB,
  types: readonly TypeRows[],
  options: TablesOptions,
): Promise<WrittenParts> {
  const [version] = await duckdb.rows<{ engine: string }>('SELECT version() AS engine');
  const written: WrittenParts[] = [];
  await duckdb.run(`ATTACH IF NOT EXISTS ':memory:' AS ${comparison}`);
  for (const type of types) {
    const parts = partsOf(type, options.partRows);
    if (parts.length > 0) written.push(await writeType(duckdb, type, parts, version!.engine, options));
  }
  await duckdb.run(`DETACH ${comparison}`);
  return { parts: written.flatMap(({ parts }) => parts), plans: written.flatMap(({ plans }) => plans) };
}

/** The parts of a type; none when all of its instances have few rows. */
function partsOf({ resource, counts, rowsOf }: TypeRows, partRows: number): PartRows[] {
  const large = instancesWithParts(counts, partRows);
  if (large.length === 0) return [];
  const parts: PartRows[] = large.map(({ instance: id, count }) => {
    return { resource, applicationInstanceId: id, count, rows: rowsOf([id]) };
  });
  const others = counts.filter(each => !large.includes(each));
  if (others.length === 0) return parts;
  const rest = {
    ...{ resource, applicationInstanceId: null, count: others.reduce((sum, { count }) => sum + count, 0) },
    rows: rowsOf(others.map(({ instance: id }) => id)),
  };
  return [...parts, rest];
}

async function writeType(
  duckdb: DuckDB,
  type: TypeRows,
  parts: readonly PartRows[],
  engine: string,
  { folder, previous, beforeSorting }: TablesOptions,
): Promise<WrittenParts> {
  const { resource } = type;
  const kind = hashKind(resource, engine);
  const known = comparableParts(previous, resource, kind);
  // The gone rows of a part are hidden in all files of the type. So the shared part must not list rows that have moved to another part.
  if (parts.some(({ applicationInstanceId: id }) => id !== null && !known.has(id))) known.delete(null);
  const isUnchanged = ({ applicationInstanceId: id }: PartRows) =>
    id !== null && known.has(id) && type.carried?.instances.has(id) === true && !type.carried.changed.has(id);
  const comparable = parts.filter(part => known.has(part.applicationInstanceId) && !isUnchanged(part));
  if (comparable.length > 0) await hashRows(duckdb, hashQueries(type, parts, known, previous));
  const written: TablePart[] = [];
  const plans: PartPlan[] = [];
  for (const part of parts) {
    const before = known.get(part.applicationInstanceId);
    const id = part.applicationInstanceId;
    const replaced = id !== null && type.carried?.changed.has(id) ? type.carried.replaced : undefined;
    const action = isUnchanged(part) ? 'same' : before ? await comparePart(duckdb, before, replaced) : 'base';
    if (action === 'base') await beforeSorting();
    const made =
      action === 'same'
        ? takeOverPart(folder, before!)
        : action === 'delta'
          ? await writeDelta(duckdb, folder, before!, { ...part, rows: changeableRows(type, part, before!) })
          : await writeBase(duckdb, folder, part, engine, previousRows(previous, resource, kind, before));
    written.push(made);
    plans.push(planOf(folder, made, action));
  }
  return { parts: written, plans };
}

/** The parts of the previous version whose hashes are of the given kind, by application instance. */
function comparableParts(
  previous: VersionTables | undefined,
  resource: Resource,
  kind: string,
): Map<string | null, PreviousPart> {
  const parts = (previous?.parts.get(resource.type) ?? []).filter(({ hashKind }) => hashKind === kind);
  return new Map(parts.map(part => [part.applicationInstanceId, { part, folder: previous!.folder }]));
}

/** Where the previous rows of a part or type come from, with their hashes; undefined when they cannot be compared. */
function previousRows(
  previous: VersionTables | undefined,
  resource: Resource,
  kind: string,
  known?: PreviousPart,
): string | undefined {
  if (known) return partRows([known.part], known.folder);
  const parts = previous?.parts.get(resource.type);
  if (parts) return parts.every(part => part.hashKind === kind) ? partRows(parts, previous!.folder) : undefined;
  const columns = previous?.columns.get(resource.type);
  if (!columns || Object.keys(resource.fields).some(name => !columns.has(name))) return undefined;
  return `(SELECT *, ${rowHash(resource)} AS row_hash FROM ${tableRows(previous!, resource.type)!})`;
}

function planOf(folder: string, part: TablePart, action: PartPlan['action']): PartPlan {
  const { type, applicationInstanceId, rows, base, delta, gone } = part;
  const relation = (file: string) => `read_parquet(${literal(partFile(folder, file))})`;
  return {
    ...{ type, applicationInstanceId, rows, action },
    ...(action === 'base' && { rowsRelation: relation(base) }),
    ...(action === 'delta' && { rowsRelation: relation(delta!), goneRelation: relation(gone!) }),
  };
}

/**
 * Create one table per resource in the DuckDB file, sorted as lists are served: by application instance, then global id. A table with
 * parts has no rows. The table `table_parts` names the parts.
 */
export async function writeTables(
  duckdb: DuckDB,
  types: readonly TypeRows[],
  parts: readonly TablePart[],
  previous: VersionTables | undefined,
  done: (type: string) => void,
): Promise<void> {
  const withParts = new Set(parts.map(({ type }) => type));
  for (const { resource, rows } of types) {
    const table = `warehouse.main.${identifier(resource.type)}`;
    await duckdb.run(
      rows === undefined || withParts.has(resource.type)
        ? emptyTable(table, resource, Object.keys(resource.fields))
        : `CREATE TABLE ${table} AS SELECT * EXCLUDE (row_hash) FROM (${hashedRows(resource, rows, previousRows(previous, resource, ''))})
           ORDER BY ${instanceColumn(resource.type)}, "globalId"`,
    );
    done(resource.type);
  }
  await duckdb.run(`CREATE TABLE warehouse.main.table_parts (${partsColumns})`);
  await recordParts(duckdb, parts);
}

/** Views over the tables that have parts, in the database of the build: from now on their names mean all of their rows. */
export async function viewTables(duckdb: DuckDB, tables: VersionTables): Promise<void> {
  for (const type of tables.parts.keys()) {
    const columns = [...tables.columns.get(type)!].map(identifier).join(', ');
    await duckdb.run(
      `CREATE VIEW memory.main.${identifier(type)} AS SELECT ${columns} FROM ${tableRows(tables, type)!}`,
    );
  }
}
