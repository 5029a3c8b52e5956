// The server, its databases, tables, columns and routines, and the roles and accounts that others have rights over, as resources.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import type { MysqlClient } from '../client.ts';
import { literalName, patternMatcher } from '../database-names.ts';
import {
  databasePatternId,
  mysqlAccountId,
  mysqlColumnId,
  mysqlDatabaseId,
  mysqlLinkId,
  mysqlRoleId,
  mysqlServerId,
  mysqlTableId,
  qualifiedName,
  routineId,
} from '../ids.ts';
import { type AccountRow, isPublic } from '../principals.ts';
import { databaseSection, type MysqlSection, section } from '../sections.ts';

interface MysqlPlace {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly displayName: string;
  readonly resourceClass: MysqlClass;
}

const classes = {
  server: 'Server',
  role: 'Role',
  account: 'Account that another may act as',
  database: 'Database',
  'database-pattern': 'Databases whose names match a pattern',
  table: 'Table',
  view: 'View',
  column: 'Column with privileges of its own',
  procedure: 'Procedure',
  function: 'Function',
  package: 'Package',
  'package-body': 'Package body',
};

export type MysqlClass = keyof typeof classes;

interface ProxiedRow {
  readonly host: string;
  readonly user: string;
}

interface PatternRow {
  readonly pattern: string;
}

interface TableRow {
  readonly name: string;
  /** Null: the table does not exist, or is not visible. */
  readonly type: string | null;
}

interface ColumnRow {
  readonly db: string;
  readonly table_name: string;
  readonly name: string;
}

interface RoutineRow {
  readonly db: string;
  readonly name: string;
  readonly kind: string;
}

export const mysqlClassRecords: readonly SourceRecord[] = Object.entries(classes).map(([id, displayName]) => ({
  id,
  name: id,
  displayName,
}));

export function mysqlServerInstance({ name }: MysqlClient): SourceRecord {
  return { id: mysqlServerId, name, displayName: name, resourceClass: 'server', isSensitive: true };
}

export async function databasePlaces(client: MysqlClient): Promise<MysqlPlace[]> {
  return (await client.databases()).map(({ name }) => ({
    id: mysqlDatabaseId(name),
    parentId: mysqlServerId,
    name,
    displayName: name,
    resourceClass: 'database',
  }));
}

const asInstance = (place: MysqlPlace): SourceRecord => ({ ...place });

export const asContainment = ({ id, parentId }: Pick<MysqlPlace, 'id' | 'parentId'>): SourceRecord => ({
  id: mysqlLinkId(parentId, 'contains', id),
  parentId,
  childId: id,
});

/** @param make makes the record of a place */
function placeSections(make: (place: MysqlPlace) => SourceRecord): MysqlSection[] {
  return [
    section<AccountRow>('accounts', 'accounts', ['host', 'user'], ({ user, host }, { principals }) => {
      if (!principals.get(user, host)?.isRole || isPublic(user, host)) return [];
      const id = mysqlRoleId(user, host);
      return [make({ id, parentId: mysqlServerId, name: user, displayName: user, resourceClass: 'role' })];
    }),
    section<ProxiedRow>('proxied', 'mysql.proxies_priv', ['host', 'user'], ({ host, user }) => {
      const displayName = `${user}@${host}`;
      const id = mysqlAccountId(user, host);
      return [make({ id, parentId: mysqlServerId, name: user, displayName, resourceClass: 'account' })];
    }),
    section<PatternRow>('granted-patterns', 'mysql.db', ['pattern'], ({ pattern: name }, { client }) => {
      if (literalName(name, client) !== undefined) return [];
      const id = databasePatternId(name);
      return [make({ id, parentId: mysqlServerId, name, displayName: name, resourceClass: 'database-pattern' })];
    }),
    section<ColumnRow>('granted-columns', 'mysql.columns_priv', ['db', 'table_name', 'name'], (row, { client }) =>
      client.isChosen(row.db) ? [make(columnPlace(row))] : [],
    ),
    section<RoutineRow>('granted-routines', 'mysql.procs_priv', ['db', 'name', 'kind'], (row, { client }) =>
      client.isChosen(row.db) ? [make(routinePlace(row))] : [],
    ),
    databaseSection<TableRow>('tables', 'information_schema.TABLES', ['name'], ({ name, type }, { database }) => [
      make({
        id: mysqlTableId(database.name, name),
        parentId: mysqlDatabaseId(database.name),
        name,
        displayName: qualifiedName(database.name, name),
        resourceClass: type?.includes('VIEW') ? 'view' : 'table',
      }),
    ]),
  ];
}

function columnPlace({ db, table_name: table, name }: ColumnRow): MysqlPlace {
  return {
    id: mysqlColumnId(db, table, name),
    parentId: mysqlTableId(db, table),
    name,
    displayName: qualifiedName(db, table, name),
    resourceClass: 'column',
  };
}

function routinePlace({ db, name, kind }: RoutineRow): MysqlPlace {
  return {
    id: routineId(db, kind, name),
    parentId: mysqlDatabaseId(db),
    name,
    displayName: qualifiedName(db, name),
    resourceClass: kind.toLowerCase().replaceAll(' ', '-') as MysqlClass,
  };
}

export const mysqlInstanceSections = placeSections(asInstance);

export const mysqlContainmentSections = placeSections(asContainment);

/** A pattern contains every database that it matches now. */
export async function patternContainments(client: MysqlClient): Promise<SourceRecord[]> {
  const databases = await client.databases();
  const patterns = (await client.patterns()).filter(pattern => literalName(pattern, client) === undefined);
  return patterns.flatMap(pattern => {
    const matches = patternMatcher(pattern);
    const inside = databases.filter(({ name }) => matches(name));
    return inside.map(({ name }) => asContainment({ id: mysqlDatabaseId(name), parentId: databasePatternId(pattern) }));
  });
}
