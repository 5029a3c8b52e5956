// The tables of a version when rows of the version in service are taken over: those of instances that were not computed, and those of
// parts of which few rows differ. Schema `computed` has the rows of computed instances, and the rows of others that differ because of
// them; schema `differing` has those of its rows that are written, for types with such parts.
import type { Resource } from '../../../resources/define.ts';
import { resources } from '../../../resources/registry.ts';
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import type { LocalChain } from '../../landing/landed.ts';
import type { InstanceCount } from '../../version/layout.ts';
import { emptyTable, modelRows, typesWithFiles } from '../model.ts';
import {
  instanceColumn,
  isComputed,
  isNoneOf,
  isOneOf,
  rowsOfInstances,
  type UnchangedInstances,
} from '../previous/rows.ts';
import { type DifferingPart, differingRows } from './differing-rows.ts';
import {
  countRows,
  type FilledQueries,
  filledQueries,
  type InstanceRows,
  type RowsOfModel,
  type TypeRows,
} from './filled-rows.ts';

export interface MergedInputs {
  readonly unchanged: UnchangedInstances;
  /** Parts of computed instances of which few rows differ. */
  readonly differing: readonly DifferingPart[];
  /** What the version in service holds. */
  readonly before: readonly InstanceCount[];
  /** What the computed instances are made from. */
  readonly chains: readonly LocalChain[];
  /** After FROM: rows of the model that were landed since, as they are now; undefined: none were read by themselves. */
  landedSince(type: string): string | undefined;
  readonly generatedAt: Date;
}

/** The rows of all types, computed or taken over. Creates schema `computed`. */
export async function mergedTypes(duckdb: DuckDB, inputs: MergedInputs): Promise<TypeRows[]> {
  const { unchanged, differing, before } = inputs;
  await duckdb.run(`ATTACH ':memory:' AS computed`);
  const queriesOf = await filledQueries(duckdb, new Set([...typesWithFiles(inputs.chains), 'Employee']));
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
  filled: FilledQueries,
  inputs: MergedInputs,
): Promise<string | undefined> {
  const { unchanged, differing } = inputs;
  const { rows, instances } = filled;
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
  const differs = differingTable(resource.type);
  await createDiffering(duckdb, resource, filled, inputs);
  await duckdb.run(`
    CREATE VIEW ${table} AS (FROM ${differs}) UNION ALL BY NAME (
      FROM ${rowsOfInstances(unchanged.previous!, resource.type, idsOf(parts), true)}
      ANTI JOIN ${replacedOf(resource.type)} AS replaced USING ("globalId"))`);
  return `SELECT ${instance} AS instance FROM ${differs}`;
}

/** Create the table of the rows that are written for a type with parts of which few rows differ. Only queries that can have rows are planned. */
async function createDiffering(
  duckdb: DuckDB,
  resource: Resource,
  { rows, isOnlyLanded, rowsOf }: FilledQueries,
  inputs: MergedInputs,
): Promise<void> {
  const { unchanged, differing, chains } = inputs;
  const parts = differing.filter(part => part.resource === resource);
  const instance = instanceColumn(resource.type);
  const queries: string[] = [];
  if (!isOnlyLanded || chains.some(chain => chain.type === resource.type && !parts.some(part => part.chain === chain)))
    queries.push(
      `FROM (${rows}) WHERE ${isComputed(resource.type, unchanged)} AND ${isNoneOf(instance, idsOf(parts))}`,
    );
  for (const { chain, instance: own } of parts.filter(part => part.differing > 0)) {
    if (!chain) queries.push(`FROM (${rows}) WHERE ${isOneOf(instance, new Set([own]))}`);
    else queries.push(`FROM (${rowsOf(await modelOfDiffering(duckdb, resource, { chain, instance: own }, inputs))})`);
  }
  const table = differingTable(resource.type);
  await duckdb.run(
    queries.length === 0
      ? emptyTable(table, resource, Object.keys(resource.fields))
      : `CREATE TABLE ${table} AS FROM (${queries.join(' UNION ALL BY NAME ')}) ORDER BY ${instance}, "globalId"`,
  );
}

/** A query of the rows of the model that differ in a part. Rows that were landed since are there already, mostly all of them. */
async function modelOfDiffering(
  duckdb: DuckDB,
  resource: Resource,
  { chain, instance }: { readonly chain: LocalChain; readonly instance: string },
  { landedSince, generatedAt }: MergedInputs,
): Promise<RowsOfModel> {
  const wanted = `FROM ${differingRows} WHERE type = ${literal(resource.type)} AND instance = ${literal(instance)}::UUID AND NOT is_gone`;
  const condition = `"globalId" IN (SELECT "globalId" ${wanted})`;
  const landed = landedSince(resource.type);
  if (landed) {
    const [others] = await duckdb.rows<{ others: boolean }>(
      `SELECT EXISTS (${wanted} AND "globalId" NOT IN (SELECT "globalId" FROM ${landed})) AS others`,
    );
    if (!others!.others) return { query: `FROM ${landed} WHERE ${condition}`, condition };
  }
  return { query: modelRows(resource, [chain], generatedAt, `SELECT id AS "id" ${wanted}`), condition };
}

const idsOf = (parts: readonly DifferingPart[]): ReadonlySet<string> => new Set(parts.map(part => part.instance));

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
