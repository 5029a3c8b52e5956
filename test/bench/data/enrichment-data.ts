// Landed files of an organisation of any size, made by SQL: through JavaScript, its records would take longer than the build.
// Per account: five assignments, one membership, half a resource. A twentieth of the accounts are groups, nested ten deep, and a
// fiftieth are roles. There are two application instances.
import path from 'node:path';
import { resourceOf } from '../../../src/resources/registry.ts';
import { identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { landedColumns } from '../../../src/warehouse/landing/landed-rows.ts';

export const enrichmentInstances = [
  'e0000000-0000-4000-8000-000000000001',
  'e0000000-0000-4000-8000-000000000002',
] as const;

/** Every 1,000th assignment names an account that its holder may act as. */
const specifiers = `CASE WHEN n % 1000 = 7 THEN '"impersonate:u' || (hash(n) % accounts) || '"' ELSE '"read"' END`;
const entitlement = `'{"reason":"AccessControl","reasonSpecificData":{"enabled":true,"type":"Grant","name":"use","permissions":{"fineGrainedSpecifiers":['
  || ${specifiers} || '],"isRead":true,"isPrivileged":' || (n % 100 = 3) || '}}}'`;

/** Type → the rows of an instance with `accounts` accounts, as SELECTs over its size. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  Account: [
    `SELECT 'u' || n AS "id", 'u' || n AS "alias", 'user ' || n AS "name", 'u' || n || '@' || instance || '.example.org' AS "email",
       CASE n % 20 WHEN 0 THEN 'Machine' WHEN 1 THEN 'Token' ELSE 'User' END AS "type", 'Unknown' AS "subType",
       n % 50 <> 9 AS "enabled", n % 10000 = 0 AS "isAdmin", n % 20 < 2 AS "hasAPIAccess", 'Unknown' AS "accountRole",
       'Unknown' AS "mfaRequirements", 'Unknown' AS "ssoRequirements", ['ApplicationAccount'] AS "authenticationFunctions",
       CASE WHEN n % 20 < 2 THEN ['sha256:' || instance || (n // 20)] END AS "hashIdentifiers",
       '2026-01-01'::TIMESTAMP - INTERVAL 1 day * (n % 700)::INTEGER AS "createdDate",
       '2026-11-01'::TIMESTAMP - INTERVAL 1 day * (n % 300)::INTEGER AS "lastActivityDate"
     FROM range(accounts) AS numbers(n)`,
  ],
  UserGroup: [
    `SELECT 'g' || n AS "id", 'group ' || n AS "name", 'Security' AS "type" FROM range(accounts // 20) AS numbers(n)`,
  ],
  Role: [
    `SELECT 'r' || n AS "id", 'role ' || n AS "name", 'Custom' AS "type" FROM range(accounts // 50) AS numbers(n)`,
  ],
  EntityManagedViaObject: [
    `SELECT 'm' || n AS "id", 'u' || n AS "entityId", 'Account' AS "entityType", 'g' || (hash(n) % (accounts // 20)) AS "managedViaObjectId",
       'UserGroup' AS "managedViaObjectType" FROM range(accounts) AS numbers(n)`,
    // A tree in which each group lies in the one of a third of its number: ten deep with 50,000 of them.
    `SELECT 'n' || n, 'g' || n, 'UserGroup', 'g' || ((n - 1) // 3), 'UserGroup' FROM range(1, accounts // 20) AS numbers(n)`,
    `SELECT 'o' || n, 'g' || n, 'UserGroup', 'r' || n, 'Role' FROM range(accounts // 50) AS numbers(n)`,
  ],
  ResourceInstance: [
    `SELECT 'd' || n AS "id", 'document ' || n AS "name", CASE WHEN n > 0 THEN 'd' || ((n - 1) // 10) END AS "parentId",
       n % 100 = 0 AS "isSensitive" FROM range(accounts // 2) AS numbers(n)`,
  ],
  IntegratedApplication: [`SELECT 'app' AS "id", 'app ' || instance AS "name", 'app' AS "key"`],
  EntityAssignedAccessToObject: [
    `SELECT 'a' || n AS "id",
       CASE WHEN n % 10 < 6 THEN 'u' || (hash(n, 1) % accounts) WHEN n % 10 < 9 THEN 'g' || (hash(n, 1) % (accounts // 20))
         ELSE 'r' || (hash(n, 1) % (accounts // 50)) END AS "entityId",
       CASE WHEN n % 10 < 6 THEN 'Account' WHEN n % 10 < 9 THEN 'UserGroup' ELSE 'Role' END AS "entityType",
       'd' || (hash(n, 2) % (accounts // 2)) AS "assignedObjectId", 'ResourceInstance' AS "assignedObjectType",
       ${entitlement} AS "entitlementSpecification"
     FROM range(5 * accounts) AS numbers(n)`,
  ],
};

export interface LandedType {
  readonly type: string;
  readonly instance: string;
  readonly file: string;
}

/** @param accounts of both instances together; at least 400 */
export async function makeEnrichmentData(folder: string, accounts: number): Promise<LandedType[]> {
  await using duckdb = await openDuckDB({
    file: ':memory:',
    spillFolder: folder,
    threads: 2,
    memoryBytes: 2 * 1024 ** 3,
  });
  const landed: LandedType[] = [];
  for (const [index, instance] of enrichmentInstances.entries()) {
    for (const [type, parts] of Object.entries(rowsOf)) {
      const file = path.join(folder, `${index}-${type}.parquet`);
      const columns = Object.entries(landedColumns(resourceOf(type)!));
      const empty = columns.map(([name, columnType]) => `NULL::${columnType} AS ${identifier(name)}`).join(', ');
      const metadata = `{'ApplicationInstanceId': ${literal(instance)}::UUID, 'GeneratedTime': '2026-11-22'::TIMESTAMP,
        'Profile': ${literal(type)}, 'ObjectOrRelationshipType': ${literal(type)}}`;
      const rows = parts.map(part =>
        part.replaceAll(/\baccounts\b/g, String(Math.floor(accounts / 2))).replaceAll(/\binstance\b/g, `'${index}'`),
      );
      await duckdb.run(`COPY (
        SELECT ${empty} WHERE false UNION ALL BY NAME
        SELECT *, ${metadata} AS "objectMetadata" FROM (${rows.join(' UNION ALL ')})
      ) TO ${literal(file)} (FORMAT parquet)`);
      landed.push({ type, instance, file });
    }
  }
  return landed;
}
