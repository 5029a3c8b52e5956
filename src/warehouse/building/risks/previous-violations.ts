// Reads what the version in service says about violations of the service's own rules.
import type { Finding } from '../../../state/findings.ts';
import { isShortage } from '../../disk-full.ts';
import type { DuckDB } from '../../duckdb.ts';
import { readManifest } from '../../version/manifest.ts';
import { rowsOfInstances } from '../previous/rows.ts';
import type { PreviousVersion } from '../previous/version.ts';

/**
 * Fill `risks.previous`. When the version in service is damaged, the new version is made all the same, with a finding.
 * @param unchanged application instances that are not computed; their violations are left out
 */
export async function readPreviousViolations(
  duckdb: DuckDB,
  previous: PreviousVersion | undefined,
  unchanged: ReadonlySet<string>,
): Promise<Finding[]> {
  if (!previous || !readManifest(previous.folder).counts.some(({ type }) => type === 'RiskViolation')) return [];
  try {
    const rows = rowsOfInstances(await previous.tables(), 'RiskViolation', unchanged, false);
    // The service's own violations are those of its own rules. Their ids begin with the name of the rule and the object.
    await duckdb.run(`
      INSERT INTO risks.previous
      SELECT "globalId", "id", "riskDefinitionId", "globalEntityId", "objectMetadata"."ApplicationInstanceId", "entityId",
        "status", "severity", "description", "evidence", "detectedAt", "lastObservedAt", "resolvedAt"
      FROM ${rows}
      WHERE "globalRiskDefinitionId" IN (
        SELECT global_id(getvariable('service_instance'), 'RiskDefinition', rule) FROM risks.rules)`);
    return [];
  } catch (error) {
    // A shortage of disk or memory says nothing about the previous version. Let the build fail: its next attempt can read the violations.
    if (isShortage(error)) throw error;
    const why = (error as Error).message.split('\n')[0];
    const message = `all violations count as new, because the version in service could not be read: ${why}`;
    return [{ check: 'previous_violations_lost', severity: 'warn', message, count: 1 }];
  }
}
