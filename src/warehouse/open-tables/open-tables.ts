// Which tables of a version other engines can read, by Iceberg or Delta (docs/open-tables.md).
//
// Every resource has one, and those auxiliary tables that queries are about: nesting, the graph of access, changes and what is known of
// sources. What only the service's own search and the next build read is left out, as are columns that only they read.
import { inventoryRelations } from '../version/inventory.ts';
import { queryTableName } from '../version/layout.ts';
import { columnType, type NamedType } from './column-type.ts';

export interface OpenTable {
  /** In lower case, because engines differ in how they read capitals. */
  readonly name: string;
  /** The relation of schema `inventory` with its rows. */
  readonly relation: string;
  readonly columns: readonly NamedType[];
  /** Path of the field with the application instance of a row; undefined where a part may have rows of several ones. */
  readonly instanceField: string | undefined;
}

const openAuxiliaryTables: ReadonlySet<string> = new Set([
  ...['application_instances', 'source_completeness', 'unconfirmed_objects', 'changes'],
  ...['container_nesting', 'resource_nesting'],
  ...['access_nodes', 'access_memberships', 'access_nesting', 'access_grants', 'access_containments', 'access_places'],
  ...['impersonation_steps', 'account_person_evidence', 'person_conflicts', 'sso_links', 'sso_near_misses'],
]);

const internalColumns: Readonly<Record<string, readonly string[]>> = { access_nodes: ['id_prefix'] };

export const openTables: readonly OpenTable[] = inventoryRelations()
  .filter(({ name, resource }) => resource !== undefined || openAuxiliaryTables.has(name))
  .map(({ name, resource, columns }) => ({
    name: resource ? queryTableName(resource) : name,
    relation: name,
    columns: Object.entries(columns)
      .filter(([column]) => !internalColumns[name]?.includes(column))
      .map(([column, type]) => ({ name: column, type: columnType(type) })),
    instanceField: instanceFieldOf(name, resource !== undefined),
  }));

/** A change is kept in the part of the instance that it belongs to, except those of persons. */
function instanceFieldOf(relation: string, isResource: boolean): string | undefined {
  if (relation === 'changes') return undefined;
  return isResource ? 'objectMetadata.ApplicationInstanceId' : 'application_instance_id';
}
