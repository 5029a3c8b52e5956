// Reads what the version in service says about violations of the service's own rules.
import type { Finding } from '../../../state/findings.ts';
import { isShortage } from '../../disk-full.ts';
import { type DuckDB, literal } from '../../duckdb.ts';
import { warehouseFile } from '../../version/layout.ts';
import { readManifest } from '../../version/manifest.ts';
import { readTables, tableRows } from '../../version/table-parts.ts';

/**
 * Fill `risks.former`. A damaged version does not keep a new one from being made.
 * @param folder the folder of the version in service
 */
export async function readFormerViolations(duckdb: DuckDB, folder: string | undefined): Promise<Finding[]> {
  if (folder === undefined || !readManifest(folder).counts.some(({ type }) => type === 'RiskViolation')) return [];
  try {
    await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS former (READ_ONLY)`);
    const tables = await readTables(duckdb.rows, 'former', folder);
    // The service's own violations are those of its own rules. Their ids begin with the name of the rule and the object.
    await duckdb.run(`
      INSERT INTO risks.former
      SELECT "globalId", "id", "riskDefinitionId", "globalEntityId", "objectMetadata"."ApplicationInstanceId", "entityId",
        "status", "severity", "description", "evidence", "detectedAt", "lastObservedAt", "resolvedAt"
      FROM ${tableRows(tables, 'RiskViolation')}
      WHERE "globalRiskDefinitionId" = global_id(getvariable('service_instance'), 'RiskDefinition', "riskDefinitionId")`);
    return [];
  } catch (error) {
    // The build fails, and its next try has the violations.
    if (isShortage(error)) throw error;
    const why = (error as Error).message.split('\n')[0];
    const message = `all violations count as new, because the version in service could not be read: ${why}`;
    return [{ check: 'former_violations_lost', severity: 'warn', message, count: 1 }];
  } finally {
    await duckdb.run('DETACH DATABASE IF EXISTS former');
  }
}
