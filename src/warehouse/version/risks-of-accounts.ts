// The open risks of accounts in a version, and what is known of accounts that events name.
import { literal, openDuckDB } from '../duckdb.ts';
import { warehouseFile } from './layout.ts';
import { readTables, tableRows } from './table-parts.ts';

export interface AccountRisk {
  /** Global id of the violation. */
  readonly id: string;
  /** Application instance of the account. */
  readonly instance: string;
  /** Local id of the account. */
  readonly accountId: string;
  readonly rule: string;
}

export interface KnownAccount {
  readonly instance: string;
  readonly id: string;
  readonly globalId: string;
  readonly email: string | null;
  /** `analyticsAccessRiskPosture` */
  readonly posture: string | null;
}

const memoryBytes = 256 * 1024 * 1024;

/** Open risks of the severities that somebody acts on. @param versionFolder a local copy @param spillFolder where DuckDB may spill */
export async function openRisksOfAccounts(versionFolder: string, spillFolder: string): Promise<AccountRisk[]> {
  await using version = await openTables(versionFolder, spillFolder);
  const { duckdb, tables } = version;
  if (!tables.columns.get('RiskViolation')?.has('severity')) return [];
  return await duckdb.rows<AccountRisk>(
    `SELECT violation."globalId"::VARCHAR AS id, account."objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance,
       account."id" AS "accountId", coalesce(any_value(rule."name"), 'unknown') AS rule
     FROM ${tableRows(tables, 'RiskViolation')} AS violation
     JOIN ${tableRows(tables, 'Account')} AS account ON account."globalId" = violation."globalEntityId"
     LEFT JOIN ${tableRows(tables, 'RiskDefinition')} AS rule ON rule."globalId" = violation."globalRiskDefinitionId"
     WHERE violation."severity" IN ('Critical', 'High') AND violation."status" = 'Open' GROUP BY ALL ORDER BY id`,
  );
}

/** @param asked application instance and local id */
export async function knownAccounts(
  versionFolder: string,
  spillFolder: string,
  asked: readonly { readonly instance: string; readonly id: string }[],
): Promise<KnownAccount[]> {
  await using version = await openTables(versionFolder, spillFolder);
  const { duckdb, tables } = version;
  const pairs = asked.map(({ instance, id }) => `(${literal(instance)}, ${literal(id)})`).join(', ');
  return await duckdb.rows<KnownAccount>(
    `SELECT "objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance, "id" AS id, "globalId"::VARCHAR AS "globalId", "email" AS email,
       "analyticsAccessRiskPosture" AS posture
     FROM ${tableRows(tables, 'Account')}
     WHERE ("objectMetadata"."ApplicationInstanceId"::VARCHAR, "id") IN (${pairs})`,
  );
}

async function openTables(versionFolder: string, spillFolder: string) {
  const duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads: 1, memoryBytes });
  await duckdb.run(`ATTACH ${literal(warehouseFile(versionFolder))} AS warehouse (READ_ONLY)`);
  const tables = await readTables(duckdb.rows, 'warehouse', versionFolder);
  return { duckdb, tables, [Symbol.asyncDispose]: () => duckdb[Symbol.asyncDispose]() };
}
