// The open critical risks of a version.
import { tableRows } from './table-parts.ts';
import { withTables } from './with-tables.ts';

export interface CriticalRisk {
  /** Global id of the violation. */
  readonly id: string;
  /** Name of the violated rule; null when the rule was not read. */
  readonly rule: string | null;
  readonly entityId: string | null;
  readonly description: string | null;
}

/** More than anybody reads. Beyond it, further risks count as known once some of these are gone. */
const mostRisks = 10_000;

/** @param versionFolder a local copy @param spillFolder where DuckDB may spill */
export async function criticalRisks(versionFolder: string, spillFolder: string): Promise<CriticalRisk[]> {
  return withTables(versionFolder, spillFolder, async (duckdb, tables) => {
    // A former release may have made the version.
    if (!tables.columns.get('RiskViolation')?.has('severity')) return [];
    return duckdb.rows<CriticalRisk>(
      `SELECT violation."globalId"::VARCHAR AS id, any_value(rule."name") AS rule,
         any_value(violation."globalEntityId")::VARCHAR AS "entityId", any_value(violation."description") AS description
       FROM ${tableRows(tables, 'RiskViolation')} AS violation
       LEFT JOIN ${tableRows(tables, 'RiskDefinition')} AS rule ON rule."globalId" = violation."globalRiskDefinitionId"
       WHERE violation."severity" = 'Critical' AND violation."status" = 'Open'
       GROUP BY ALL ORDER BY id LIMIT ${mostRisks}`,
    );
  });
}
