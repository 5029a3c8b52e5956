// Reads what the version in service says about violations of the service's own rules.
import type { Finding } from '../../../state/findings.ts';
import { isShortage } from '../../disk-full.ts';
import type { DuckDB } from '../../duckdb.ts';
import { readManifest } from '../../version/manifest.ts';
import { rowsOfInstances } from '../islands/former.ts';
import type { FormerVersion } from '../parts/former.ts';

/**
 * Fill `risks.former`. When the version in service is damaged, the new version is made all the same, with a finding.
 * @param kept application instances that are not computed; their violations are left out
 */
export async function readFormerViolations(
  duckdb: DuckDB,
  former: FormerVersion | undefined,
  kept: ReadonlySet<string>,
): Promise<Finding[]> {
  if (!former || !readManifest(former.folder).counts.some(({ type }) => type === 'RiskViolation')) return [];
  try {
    const rows = rowsOfInstances(await former.tables(), 'RiskViolation', kept, false);
    // The service's own violations are those of its own rules. Their ids begin with the name of the rule and the object.
    await duckdb.run(`
      INSERT INTO risks.former
      SELECT "globalId", "id", "riskDefinitionId", "globalEntityId", "objectMetadata"."ApplicationInstanceId", "entityId",
        "status", "severity", "description", "evidence", "detectedAt", "lastObservedAt", "resolvedAt"
      FROM ${rows}
      WHERE "globalRiskDefinitionId" IN (
        SELECT global_id(getvariable('service_instance'), 'RiskDefinition', rule) FROM risks.rules)`);
    return [];
  } catch (error) {
    // A shortage of disk or memory says nothing about the former version. Let the build fail: its next attempt can read the violations.
    if (isShortage(error)) throw error;
    const why = (error as Error).message.split('\n')[0];
    const message = `all violations count as new, because the version in service could not be read: ${why}`;
    return [{ check: 'former_violations_lost', severity: 'warn', message, count: 1 }];
  }
}
