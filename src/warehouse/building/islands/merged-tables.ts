// The tables of a version when a build computed only some instances. Schema `computed` has the rows of these instances, and the rows of
// kept instances that differ because of them. All other rows are those of the version in service.
import type { Resource } from '../../../resources/define.ts';
import { resources } from '../../../resources/registry.ts';
import { type DuckDB, identifier } from '../../duckdb.ts';
import type { InstanceCount } from '../../version/layout.ts';
import { emptyTable } from '../model.ts';
import { countRows, filledQueries, type InstanceRows, type TypeRows } from '../tables.ts';
import { isComputed } from './neighbours.ts';
import { instanceColumn, isOneOf, type KeptInstances, rowsOfInstances } from './previous.ts';

/**
 * Write the computed rows of each resource into schema `computed`, sorted by application instance and global id.
 * @param landed types with landed data of computed instances
 */
export async function createComputedTables(
  duckdb: DuckDB,
  landed: ReadonlySet<string>,
  kept: KeptInstances,
): Promise<void> {
  await duckdb.run(`ATTACH ':memory:' AS computed`);
  const queriesOf = await filledQueries(duckdb, new Set([...landed, 'Employee']));
  for (const resource of resources) {
    const table = computedTable(resource.type);
    const { rows } = queriesOf(resource);
    await duckdb.run(
      rows === undefined
        ? emptyTable(table, resource, Object.keys(resource.fields))
        : `CREATE TABLE ${table} AS FROM (${rows}) WHERE ${isComputed(resource.type, kept)}
           ORDER BY ${instanceColumn(resource.type)}, "globalId"`,
    );
  }
}

/** The rows of all types: the computed ones, and those of kept instances. @param before what the version in service holds */
export async function mergedTypes(
  duckdb: DuckDB,
  kept: KeptInstances,
  before: readonly InstanceCount[],
): Promise<TypeRows[]> {
  const computed = await countRows(
    duckdb,
    resources.map(resource => [
      resource.type,
      `SELECT ${instanceColumn(resource.type)} AS instance FROM ${computedTable(resource.type)}`,
    ]),
  );
  const keptOf = Map.groupBy(
    before.filter(({ applicationInstanceId }) => kept.instances.has(applicationInstanceId)),
    ({ type }) => type,
  );
  return resources.map(resource => {
    const taken = (keptOf.get(resource.type) ?? []).map(({ applicationInstanceId: instance, count }) => ({
      instance,
      count,
    }));
    return mergedType(resource, kept, computed.get(resource.type) ?? [], taken);
  });
}

/** @param own computed rows @param taken rows of kept instances */
function mergedType(
  resource: Resource,
  kept: KeptInstances,
  own: readonly InstanceRows[],
  taken: readonly InstanceRows[],
): TypeRows {
  const { type } = resource;
  const computed = computedTable(type);
  const changed = new Set(own.map(({ instance }) => instance).filter(id => kept.instances.has(id)));
  const counts = [...own.filter(({ instance }) => !kept.instances.has(instance)), ...taken].sort((one, other) =>
    one.instance < other.instance ? -1 : 1,
  );
  const rowsOf = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    const previous = wanted.intersection(kept.instances);
    const rows = `FROM ${computed} WHERE ${isOneOf(instanceColumn(type), wanted)}`;
    if (previous.size === 0) return rows;
    const others = changed.isDisjointFrom(previous) ? '' : ` ANTI JOIN ${computed} USING ("globalId")`;
    return `(${rows}) UNION ALL BY NAME (FROM ${rowsOfInstances(kept.previous!, type, previous, true)}${others})`;
  };
  return {
    ...{ resource, counts, rowsOf, kept: { instances: kept.instances, changed, computed } },
    rows: counts.length === 0 ? undefined : rowsOf(counts.map(({ instance }) => instance)),
  };
}

function computedTable(type: string): string {
  return `computed.${identifier(type)}`;
}
