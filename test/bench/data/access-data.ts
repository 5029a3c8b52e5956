// A version's DuckDB file with the shape of a role-mining data set: accounts with direct grants, groups in groups that hold
// grants too, and resources in folders. Made by SQL, because only the views over it are measured.
import { type DuckDB, identifier, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { inventoryRelations } from '../../../src/warehouse/version/inventory.ts';

export interface AccessData {
  readonly file: string;
  /** For what DuckDB spills; it exists. */
  readonly spillFolder: string;
  readonly accounts: number;
  /** Direct grants of accounts. Groups hold a tenth of that besides. */
  readonly grants: number;
}

/** The application instance of every row, and the source that it stands for. */
export const accessInstance = 'a7c5ce55-0000-4000-8000-000000000001';
export const accessSource = 'matrix';

/** The global id of an object in the file, as SQL over its number. */
const id = (type: string, number: string) => `md5('${type} ' || ${number})::UUID`;

const metadata = `{'ApplicationInstanceId': '${accessInstance}', 'GeneratedTime': '2026-11-22'::TIMESTAMP}`;
const entitlement = `'{"reason":"AccessControl","reasonSpecificData":{"type":"Grant","enabled":true,"permissions":{"isRead":true}}}'`;

export async function makeAccessData({ file, spillFolder, accounts, grants }: AccessData): Promise<void> {
  const groups = Math.ceil(accounts / 20);
  const folders = Math.ceil(accounts / 30);
  const resources = Math.ceil(accounts / 2);
  await using duckdb = await openDuckDB({ file, spillFolder, threads: 2, memoryBytes: 1024 ** 3 });
  await createTables(duckdb);
  const statements = [
    `INSERT INTO application_instances BY NAME
     SELECT '${accessInstance}' AS application_instance_id, '${accessSource}' AS source_id, 'bench' AS connector`,
    `INSERT INTO "Account" BY NAME SELECT ${id('account', 'n')} AS "globalId", 'user-' || n AS "alias",
       'user-' || n || '@example.org' AS "email", 'User' AS "type", true AS "enabled", ${metadata} AS "objectMetadata"
     FROM range(${accounts}) AS numbers(n) ORDER BY 1`,
    // A tree of groups in which each lies in the one of a third of its number: ten deep with 50,000 of them.
    `CREATE TEMP TABLE lies AS WITH RECURSIVE up AS (
       SELECT n AS inner_number, n AS number, 0 AS depth,
         [{'type': 'UserGroup', 'id': ${id('group', 'n')}, 'name': 'group ' || n}] AS path
       FROM range(${groups}) AS numbers(n)
       UNION ALL
       SELECT inner_number, (number - 1) // 3, depth + 1, list_append(path,
         {'type': 'UserGroup', 'id': ${id('group', '((number - 1) // 3)')}, 'name': 'group ' || ((number - 1) // 3)})
       FROM up WHERE number > 0
     ) FROM up`,
    `INSERT INTO container_nesting BY NAME SELECT '${accessInstance}' AS application_instance_id,
       ${id('group', 'inner_number')} AS container_id, 'UserGroup' AS container_type, path[-1].id AS ancestor_id,
       'UserGroup' AS ancestor_type, path[-1].name AS ancestor_name, depth, path FROM lies ORDER BY container_id, depth`,
    `INSERT INTO "EntityManagedViaObject" BY NAME SELECT ${id('account', 'n')} AS "globalEntityId",
       'Account' AS "entityType", ${id('group', `(hash(n, 'group') % ${groups})`)} AS "globalManagedViaObjectId",
       'UserGroup' AS "managedViaObjectType", ${metadata} AS "objectMetadata" FROM range(${accounts}) AS numbers(n)`,
    `INSERT INTO "ResourceInstance" BY NAME SELECT ${id('resource', 'n')} AS "globalId", 'resource ' || n AS "name",
       ${metadata} AS "objectMetadata" FROM range(${folders + resources}) AS numbers(n) ORDER BY 1`,
    // Numbers below the number of folders are folders.
    `INSERT INTO resource_nesting BY NAME SELECT '${accessInstance}' AS application_instance_id,
       ${id('resource', 'n')} AS resource_id, ${id('resource', `(n % ${folders})`)} AS ancestor_id, 1 AS depth
     FROM range(${folders}, ${folders + resources}) AS numbers(n)`,
    grantsOf('account', 'Account', grants, accounts, `${folders} + (hash(n, 'resource') % ${resources})`),
    grantsOf('group', 'UserGroup', Math.ceil(grants / 10), groups, `hash(n, 'folder') % ${folders}`),
    'CHECKPOINT',
  ];
  for (const statement of statements) await duckdb.run(statement);
}

function grantsOf(holder: string, type: string, count: number, holders: number, resource: string): string {
  return `INSERT INTO "EntityAssignedAccessToObject" BY NAME SELECT ${id(`${holder} grant`, 'n')} AS "globalId",
    '${type}' AS "entityType", ${id(holder, `(n % ${holders})`)} AS "globalEntityId",
    'ResourceInstance' AS "assignedObjectType", ${id('resource', `(${resource})`)} AS "globalAssignedObjectId",
    ${entitlement} AS "entitlementSpecification", ${metadata} AS "objectMetadata"
    FROM range(${count}) AS numbers(n) ORDER BY "globalId"`;
}

async function createTables(duckdb: DuckDB): Promise<void> {
  for (const { name, columns } of inventoryRelations()) {
    const definitions = Object.entries(columns).map(([column, type]) => `${identifier(column)} ${type}`);
    await duckdb.run(`CREATE TABLE ${identifier(name)} (${definitions.join(', ')})`);
  }
}
