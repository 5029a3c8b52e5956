// The tables of a version when rows of the version in service are taken over: those of instances that were not computed, and those of
// parts of which few rows differ. Schema `computed` has the rows of computed instances, and the rows of others that differ because of
// them; schema `differing` has those of its rows that are written, for types with such parts.
import type { Resource } from '../../../resources/define.ts';
import { resources } from '../../../resources/registry.ts';
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import type { InstanceCount } from '../../version/layout.ts';
import { emptyTable, modelRows } from '../model.ts';
import {
  instanceColumn,
  isComputed,
  isNoneOf,
  isOneOf,
  rowsOfInstances,
  type UnchangedInstances,
} from '../previous/rows.ts';
import { type DifferingPart, differingRows } from './differing-rows.ts';
import { countRows, type FilledQueries, filledQueries, type InstanceRows, type TypeRows } from './filled-rows.ts';

export interface MergedInputs {
  readonly unchanged: UnchangedInstances;
  /** Parts of computed instances of which few rows differ. */
  readonly differing: readonly DifferingPart[];
  /** What the version in service holds. */
  readonly before: readonly InstanceCount[];
  /** Types with landed data of computed instances. */
  readonly landed: ReadonlySet<string>;
  readonly generatedAt: Date;
}

/** The rows of all types, computed or taken over. Creates schema `computed`. */
export async function mergedTypes(duckdb: DuckDB, inputs: MergedInputs): Promise<TypeRows[]> {
  const { unchanged, differing, before } = inputs;
  await duckdb.run(`ATTACH ':memory:' AS computed`);
  const queriesOf = await filledQueries(duckdb, new Set([...inputs.landed, 'Employee']));
  const queries: [type: string, instances: string][] = [];
  for (const resource of resources) {
    const queried = await createComputed(duckdb, resource, queriesOf(resource), inputs);
    if (queried !== undefined) queries.push([resource.type, queried]);
  }
  const computed = await countRows(duckdb, queries);
  return resources.map(resource => {
    const parts = differing.filter(part => part.resource === resource);
    const taken = before
      .filter(({ type, applicationInstanceId: id }) => type === resource.type && unchanged.instances.has(id))
      .map(({ applicationInstanceId: instance, count }) => ({ instance, count }));
    const ofParts = parts.map(({ instance, rows }) => ({ instance, count: rows }));
    return mergedType(resource, unchanged, parts, computed.get(resource.type) ?? [], [...taken, ...ofParts]);
  });
}

/**
 * Create the computed rows of a type: a table sorted by application instance and global id, or a view where nearly all rows are computed.
 * @returns a query of the application instances of the rows that differ from the version in service; undefined when there can be none
 */
async function createComputed(
  duckdb: DuckDB,
  resource: Resource,
  { rows, instances, rowsOf }: FilledQueries,
  { unchanged, differing, generatedAt }: MergedInputs,
): Promise<string | undefined> {
  const table = computedTable(resource.type);
  if (rows === undefined) {
    await duckdb.run(emptyTable(table, resource, Object.keys(resource.fields)));
    return undefined;
  }
  const parts = differing.filter(part => part.resource === resource);
  const instance = instanceColumn(resource.type);
  if (parts.length === 0) {
    if (unchanged.instances.size === 0) {
      await duckdb.run(`CREATE VIEW ${table} AS ${rows}`);
      return instances;
    }
    const own = `FROM (${rows}) WHERE ${isComputed(resource.type, unchanged)}`;
    await duckdb.run(`CREATE TABLE ${table} AS ${own} ORDER BY ${instance}, "globalId"`);
    return `SELECT ${instance} AS instance FROM ${table}`;
  }
  const ids = new Set(parts.map(part => part.instance));
  const queries = [`FROM (${rows}) WHERE ${isComputed(resource.type, unchanged)} AND ${isNoneOf(instance, ids)}`];
  for (const { chain, instance: own } of parts) {
    const wanted = `SELECT id AS "id" FROM ${differingRows} WHERE type = ${literal(resource.type)} AND instance = ${literal(own)}::UUID`;
    queries.push(
      chain
        ? `FROM (${rowsOf(modelRows(resource, [chain], generatedAt, `${wanted} AND NOT is_gone`))})`
        : `FROM (${rows}) WHERE ${isOneOf(instance, new Set([own]))}`,
    );
  }
  const differs = differingTable(resource.type);
  await duckdb.run(`
    CREATE TABLE ${differs} AS FROM (${queries.join(' UNION ALL BY NAME ')}) ORDER BY ${instance}, "globalId";
    CREATE VIEW ${table} AS (FROM ${differs}) UNION ALL BY NAME (
      FROM ${rowsOfInstances(unchanged.previous!, resource.type, ids, true)} ANTI JOIN ${replacedOf(resource.type)} AS replaced USING ("globalId"))`);
  return `SELECT ${instance} AS instance FROM ${differs}`;
}

/** After FROM: the ids of the rows of a type that are written, and of those that are gone from parts of which few rows differ. */
function replacedOf(type: string): string {
  return `(SELECT "globalId" FROM ${differingTable(type)}
    UNION ALL SELECT "globalId" FROM ${differingRows} WHERE type = ${literal(type)} AND is_gone)`;
}

/** @param own rows that differ @param taken rows of the instances of which rows are taken over */
function mergedType(
  resource: Resource,
  unchanged: UnchangedInstances,
  parts: readonly DifferingPart[],
  own: readonly InstanceRows[],
  taken: readonly InstanceRows[],
): TypeRows {
  const { type } = resource;
  const instances = new Set([...unchanged.instances, ...parts.map(({ instance }) => instance)]);
  const computed = parts.length === 0 ? computedTable(type) : differingTable(type);
  const replaced = parts.length === 0 ? computed : replacedOf(type);
  const changed = new Set([
    ...own.map(({ instance }) => instance).filter(id => instances.has(id)),
    ...parts.filter(({ differing }) => differing > 0).map(({ instance }) => instance),
  ]);
  const counts = [...own.filter(({ instance }) => !instances.has(instance)), ...taken].sort((one, other) =>
    one.instance < other.instance ? -1 : 1,
  );
  const rowsOf = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    const previous = wanted.intersection(instances);
    const rows = `FROM ${computed} WHERE ${isOneOf(instanceColumn(type), wanted)}`;
    if (previous.size === 0) return rows;
    const others = changed.isDisjointFrom(previous) ? '' : ` ANTI JOIN ${replaced} AS replaced USING ("globalId")`;
    return `(${rows}) UNION ALL BY NAME (FROM ${rowsOfInstances(unchanged.previous!, type, previous, true)}${others})`;
  };
  return {
    ...{
      resource,
      counts,
      rowsOf,
      rows: counts.length === 0 ? undefined : rowsOf(counts.map(({ instance }) => instance)),
    },
    ...(instances.size > 0 && { carried: { instances, changed, computed, replaced } }),
  };
}

function computedTable(type: string): string {
  return `computed.${identifier(type)}`;
}

function differingTable(type: string): string {
  return `differing.main.${identifier(type)}`;
}
