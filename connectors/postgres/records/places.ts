// The server, its databases, schemas, relations, columns and functions, and the roles that have members, as resources.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import type { DatabaseRow, PostgresClient } from '../client.ts';
import { columnId, databaseId, functionId, linkId, relationPlaceId, roleId, schemaId, serverId } from '../ids.ts';
import type { RoleRow } from '../role-kinds.ts';
import { databaseSection, type PostgresSection, section } from '../sections.ts';

interface Place {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly displayName: string;
  readonly resourceClass: PlaceClass;
}

const classNames = {
  server: 'Server',
  role: 'Role with members',
  database: 'Database',
  schema: 'Schema',
  table: 'Table',
  'system-table': 'Table of the system',
  view: 'View',
  'materialized-view': 'Materialized view',
  'foreign-table': 'Foreign table',
  sequence: 'Sequence',
  column: 'Column with privileges of its own',
  function: 'Function',
  procedure: 'Procedure',
};

export type PlaceClass = keyof typeof classNames;

/** pg_class.relkind */
const relationClasses: Readonly<Record<string, PlaceClass>> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized-view',
  f: 'foreign-table',
  S: 'sequence',
};

interface SchemaRow {
  readonly oid: number;
  readonly name: string;
  readonly shown: string;
}

interface RelationRow extends SchemaRow {
  readonly is_system: boolean;
  readonly kind: string;
  readonly schema_oid: number;
}

interface FunctionRow extends SchemaRow {
  readonly is_procedure: boolean;
  readonly schema_oid: number;
}

interface ColumnRow {
  readonly relation: number;
  readonly number: number;
  readonly name: string;
  readonly shown: string;
}

/** @param make makes the record of a place */
function placeSections(make: (place: Place) => SourceRecord): PostgresSection[] {
  return [
    section<RoleRow>('roles', 'pg_roles', ['oid'], ({ oid, name, is_granted }) =>
      is_granted ? [make({ id: roleId(oid), parentId: serverId, name, displayName: name, resourceClass: 'role' })] : [],
    ),
    section<DatabaseRow>('databases', 'pg_database', ['oid'], ({ oid, name }) => [
      make({ id: databaseId(oid), parentId: serverId, name, displayName: name, resourceClass: 'database' }),
    ]),
    databaseSection<SchemaRow>('schemas', 'pg_namespace', ['oid'], ({ oid, name, shown }, { database }) => {
      const parentId = databaseId(database.oid);
      const displayName = `${database.name}: ${shown}`;
      return [make({ id: schemaId(database.oid, oid), parentId, name, displayName, resourceClass: 'schema' })];
    }),
    databaseSection<RelationRow>('relations', 'pg_class', ['oid'], (row, { database }) => [
      make({
        id: relationPlaceId(database.oid, row.oid),
        parentId: schemaId(database.oid, row.schema_oid),
        name: row.name,
        displayName: `${database.name}: ${row.shown}`,
        resourceClass: row.is_system ? 'system-table' : relationClasses[row.kind]!,
      }),
    ]),
    databaseSection<ColumnRow>('columns', 'pg_attribute', ['relation', 'number'], (row, { database }) => [
      make({
        id: columnId(database.oid, row.relation, row.number),
        parentId: relationPlaceId(database.oid, row.relation),
        name: row.name,
        displayName: `${database.name}: ${row.shown}`,
        resourceClass: 'column',
      }),
    ]),
    databaseSection<FunctionRow>('functions', 'pg_proc', ['oid'], (row, { database }) => [
      make({
        id: functionId(database.oid, row.oid),
        parentId: schemaId(database.oid, row.schema_oid),
        name: row.name,
        displayName: `${database.name}: ${row.shown}`,
        resourceClass: row.is_procedure ? 'procedure' : 'function',
      }),
    ]),
  ];
}

export const instanceSections = placeSections(place => ({ ...place }));

export const containmentSections = placeSections(({ id, parentId }) => ({
  id: linkId(parentId, 'contains', id),
  parentId,
  childId: id,
}));

export const resourceClassRecords: readonly SourceRecord[] = Object.entries(classNames).map(([id, displayName]) => ({
  id,
  name: id,
  displayName,
}));

export const serverInstance = ({ name }: PostgresClient): SourceRecord => ({
  id: serverId,
  name,
  displayName: name,
  resourceClass: 'server',
  isSensitive: true,
});
