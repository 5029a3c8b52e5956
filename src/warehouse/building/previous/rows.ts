// The rows of the version in service, as a build takes them over for application instances that it does not compute again.
import { resourceOf } from '../../../resources/registry.ts';
import { identifier, literal } from '../../duckdb.ts';
import { partRows, tableRows, type VersionTables } from '../../version/table-parts.ts';

/** What a build does not compute again. */
export interface UnchangedInstances {
  /** The application instances whose rows are taken over; none in a build that computes everything. */
  readonly instances: ReadonlySet<string>;
  /** The version that has the rows. */
  readonly previous: VersionTables | undefined;
}

export const noneUnchanged: UnchangedInstances = { instances: new Set(), previous: undefined };

/** Where the rows of a relation that belong to unchanged instances come from, to be used after FROM. */
export function unchangedRows({ instances, previous }: UnchangedInstances, relation: string): string {
  return rowsOfInstances(previous!, relation, instances, true);
}

/** After FROM: the previous rows that are not taken over, which are those of all other instances and those without an instance. */
export function replacedRows({ instances, previous }: UnchangedInstances, relation: string): string {
  return rowsOfInstances(previous!, relation, instances, false);
}

/** Where all rows of a relation in the version in service come from. */
export function allPreviousRows({ previous }: UnchangedInstances, relation: string): string {
  return tableRows(previous!, relation)!;
}

/**
 * Where the rows of a relation that belong to some application instances come from, to be used after FROM. Parts of others are not
 * read.
 * @param isWanted false: the rows that belong to none of them
 */
export function rowsOfInstances(
  tables: VersionTables,
  relation: string,
  instances: ReadonlySet<string>,
  isWanted: boolean,
): string {
  const { database, folder, columns, parts } = tables;
  const column = instanceColumn(relation);
  const condition = isWanted ? isOneOf(column, instances) : isNoneOf(column, instances);
  const table = `${database}.main.${identifier(relation)}`;
  const own = parts.get(relation);
  if (!own) return `(FROM ${table} WHERE ${condition})`;
  const read = own.filter(({ applicationInstanceId: id }) => id === null || instances.has(id) === isWanted);
  if (read.length === 0) return `(FROM ${table} WHERE false)`;
  const names = [...columns.get(relation)!].map(identifier).join(', ');
  const isMixed = read.some(({ applicationInstanceId }) => applicationInstanceId === null);
  return `(SELECT ${names} FROM ${partRows(read, folder)}${isMixed ? ` WHERE ${condition}` : ''})`;
}

/** SQL for the application instance that a row of a relation belongs to. */
export function instanceColumn(relation: string): string {
  return resourceOf(relation) ? '"objectMetadata"."ApplicationInstanceId"' : 'application_instance_id';
}

/** The condition that a column with a UUID has one of these values. */
export function isOneOf(column: string, ids: ReadonlySet<string>): string {
  if (ids.size === 0) return 'false';
  return `${column} IN (${[...ids].map(id => `${literal(id)}::UUID`).join(', ')})`;
}

/** The condition that a column with an application instance has none of these values. Rows without an instance meet it. */
export function isNoneOf(column: string, instances: ReadonlySet<string>): string {
  return instances.size === 0 ? 'true' : `(${isOneOf(column, instances)}) IS NOT TRUE`;
}

/** The condition that a row of a relation is computed: it is of no unchanged instance, or its person is touched. */
export function isComputed(relation: string, unchanged: UnchangedInstances): string {
  const own = isNoneOf(instanceColumn(relation), unchanged.instances);
  if (unchanged.instances.size === 0) return 'true';
  if (relation === 'Person') return `(${own} OR "globalId" IN (FROM neighbours.persons))`;
  if (relation === 'Employee')
    return `(${own} OR "globalId" IN (SELECT object FROM neighbours.objects WHERE is_touched))`;
  return own;
}
