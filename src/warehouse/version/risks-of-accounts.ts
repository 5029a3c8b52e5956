// The open risks of accounts in a version, and what is known of accounts that events name.
import { literal } from '../duckdb.ts';
import { tableRows } from './table-parts.ts';
import { withTables } from './with-tables.ts';

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

/** Open risks of the severities that somebody acts on. @param versionFolder a local copy @param spillFolder where DuckDB may spill */
export async function openRisksOfAccounts(versionFolder: string, spillFolder: string): Promise<AccountRisk[]> {
  return withTables(versionFolder, spillFolder, async (duckdb, tables) => {
    if (!tables.columns.get('RiskViolation')?.has('severity')) return [];
    return duckdb.rows<AccountRisk>(
      `SELECT violation."globalId"::VARCHAR AS id, account."objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance,
         account."id" AS "accountId", coalesce(any_value(rule."name"), 'unknown') AS rule
       FROM ${tableRows(tables, 'RiskViolation')} AS violation
       JOIN ${tableRows(tables, 'Account')} AS account ON account."globalId" = violation."globalEntityId"
       LEFT JOIN ${tableRows(tables, 'RiskDefinition')} AS rule ON rule."globalId" = violation."globalRiskDefinitionId"
       WHERE violation."severity" IN ('Critical', 'High') AND violation."status" = 'Open' GROUP BY ALL ORDER BY id`,
    );
  });
}

/** @param asked application instance and local id */
export async function knownAccounts(
  versionFolder: string,
  spillFolder: string,
  asked: readonly { readonly instance: string; readonly id: string }[],
): Promise<KnownAccount[]> {
  const pairs = asked.map(({ instance, id }) => `(${literal(instance)}, ${literal(id)})`).join(', ');
  return withTables(versionFolder, spillFolder, (duckdb, tables) =>
    duckdb.rows<KnownAccount>(
      `SELECT "objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance, "id" AS id, "globalId"::VARCHAR AS "globalId", "email" AS email,
         "analyticsAccessRiskPosture" AS posture
       FROM ${tableRows(tables, 'Account')}
       WHERE ("objectMetadata"."ApplicationInstanceId"::VARCHAR, "id") IN (${pairs})`,
    ),
  );
}
