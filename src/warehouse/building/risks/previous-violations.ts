// Reads what the version in service says about the service's own rules and their violations.

import { resourceOf } from '../../../resources/registry.ts';
import type { Finding } from '../../../state/findings.ts';
import { isShortage } from '../../disk-full.ts';
import { type DuckDB, identifier } from '../../duckdb.ts';
import { readManifest } from '../../version/manifest.ts';
import { type TablePart, tableRows, type VersionTables } from '../../version/table-parts.ts';
import { emptyTable } from '../model.ts';
import { instanceColumn, isOneOf, rowsOfInstances } from '../previous/rows.ts';
import type { PreviousVersion } from '../previous/version.ts';
import type { StayingViolations } from '../rows/differing-rows.ts';
import { hashKind } from '../rows/row-hash.ts';
import { isInScope, isOfEntities, type RiskScope } from './scope.ts';

/** The columns of the violations that the step adds (sql/building/risks/violations/020_added.sql). */
const addedColumns = [
  ...['id', 'riskDefinitionId', 'entityId', 'entityType', 'severity', 'type', 'status', 'detectedAt', 'lastObservedAt'],
  ...['resolvedAt', 'description', 'evidence', 'references', 'suppressionReason', 'suppressedUntil'],
  ...['globalRiskDefinitionId', 'globalEntityId', 'globalEntityType', 'globalId', 'objectMetadata'],
  'serviceObjectMetadata',
];

export interface PreviousViolations {
  readonly previous: PreviousVersion | undefined;
  /** Application instances that are not computed; their violations are left out. */
  readonly unchanged: ReadonlySet<string>;
  /** The violations that are decided on anew; undefined: all. */
  readonly scope: RiskScope | undefined;
}

export interface ReadViolations {
  readonly findings: readonly Finding[];
  readonly staying: readonly StayingViolations[];
}

/**
 * Fill `violations.previous_rules` with the rules, and `violations.previous` with the violations that are decided on anew. Of the
 * violations that stay as they are, `violations.copied` has the ones that are written again, and `violations.staying` those that stay in
 * the files of a part. When the version in service is damaged, the new version is made all the same, with a finding.
 */
export async function readPreviousViolations(duckdb: DuckDB, input: PreviousViolations): Promise<ReadViolations> {
  const { previous, unchanged, scope } = input;
  const resource = resourceOf('RiskViolation')!;
  await duckdb.run(emptyTable('violations.copied', resource, addedColumns));
  const types = new Set(previous && readManifest(previous.folder).counts.map(({ type }) => type));
  const isThere = types.has('RiskViolation');
  if (!isThere || !scope) await duckdb.run(emptyTable('violations.staying', resource, addedColumns));
  if (!previous || !types.has('RiskDefinition')) return { findings: [], staying: [] };
  try {
    const tables = await previous.tables();
    await insertPreviousRules(duckdb, tables);
    if (!isThere) return { findings: [], staying: [] };
    // The service's own violations are those of its own rules. Their ids begin with the name of the rule and the object.
    const own = `FROM ${rowsOfInstances(tables, 'RiskViolation', unchanged, false)} WHERE "globalRiskDefinitionId" IN (
      SELECT global_id(getvariable('service_instance'), 'RiskDefinition', rule) FROM risks.rules)`;
    const inScope = scope ? isInScope(scope, '"riskDefinitionId"', '"globalEntityId"') : 'true';
    await duckdb.run(`
      INSERT INTO violations.previous
      SELECT "globalId", "id", "riskDefinitionId", "globalEntityId", "objectMetadata"."ApplicationInstanceId", "entityId",
        "status", "severity", "description", "evidence", "detectedAt", "lastObservedAt", "resolvedAt"
      ${own} AND ${inScope}`);
    if (!scope) return { findings: [], staying: [] };
    const staying = await stayingParts(duckdb, tables, unchanged);
    const isStaying = isOneOf(instanceColumn('RiskViolation'), new Set(staying.map(({ instance }) => instance)));
    const others = `SELECT ${addedColumns.map(identifier).join(', ')} ${own} AND NOT ${inScope}`;
    await duckdb.run(`CREATE VIEW violations.staying AS ${others} AND ${isStaying}`);
    const parts = computedParts(tables, unchanged);
    if (parts.length === 0 || staying.length < parts.length)
      await duckdb.run(`INSERT INTO violations.copied BY NAME ${others} AND NOT ${isStaying}`);
    return { findings: [], staying };
  } catch (error) {
    // A shortage of disk or memory says nothing about the previous version. Let the build fail: its next attempt can read the violations.
    if (isShortage(error) || scope) throw error;
    const why = (error as Error).message.split('\n')[0];
    const message = `all violations count as new, because the version in service could not be read: ${why}`;
    return { findings: [{ check: 'previous_violations_lost', severity: 'warn', message, count: 1 }], staying: [] };
  }
}

/**
 * Create `violations.counted_accounts` with the accounts whose violations are counted anew, and `violations.same_accounts` with the fields
 * of the others, which are those of the version in service.
 * @param changed the objects of which a violation may count otherwise; undefined: all
 */
export async function createAccountViews(
  duckdb: DuckDB,
  previous: PreviousVersion | undefined,
  unchanged: ReadonlySet<string>,
  changed: ReadonlySet<string> | undefined,
): Promise<void> {
  if (!previous || !changed)
    return duckdb.run(`
      CREATE VIEW violations.counted_accounts AS SELECT entity FROM risks.accounts;
      CREATE TABLE violations.same_accounts ("globalId" UUID, "analyticsAccessRiskPosture" VARCHAR, "analyticsRiskViolationCount" BIGINT)`);
  return duckdb.run(`
    CREATE VIEW violations.counted_accounts AS
    SELECT entity FROM risks.accounts WHERE ${isOfEntities(changed, 'entity')};
    CREATE VIEW violations.same_accounts AS
    SELECT "globalId", "analyticsAccessRiskPosture", "analyticsRiskViolationCount"
    FROM ${rowsOfInstances(await previous.tables(), 'Account', unchanged, false)} WHERE NOT ${isOfEntities(changed, '"globalId"')}`);
}

async function insertPreviousRules(duckdb: DuckDB, tables: VersionTables): Promise<void> {
  await duckdb.run(`
    INSERT INTO violations.previous_rules
    SELECT "id", "name", "severity", "type", "entityTypes"[1], "description", "remediation", "references", "isEnabled",
      "objectMetadata"."GeneratedTime"
    FROM ${tableRows(tables, 'RiskDefinition')}
    WHERE "objectMetadata"."ApplicationInstanceId" = getvariable('service_instance')`);
}

async function stayingParts(
  duckdb: DuckDB,
  tables: VersionTables,
  unchanged: ReadonlySet<string>,
): Promise<StayingViolations[]> {
  const [version] = await duckdb.rows<{ engine: string }>('SELECT version() AS engine');
  const kind = hashKind(resourceOf('RiskViolation')!, version!.engine);
  const counted = await duckdb.rows<{ instance: string; count: number }>(
    'SELECT instance::VARCHAR AS instance, count(*)::DOUBLE AS count FROM violations.previous GROUP BY ALL',
  );
  const decided = new Map(counted.map(({ instance, count }) => [instance, count]));
  return computedParts(tables, unchanged).flatMap(({ applicationInstanceId: instance, rows, hashKind: own }) =>
    instance === null || own !== kind ? [] : { instance, rows, decided: decided.get(instance) ?? 0 },
  );
}

/** The parts with violations of computed instances. */
const computedParts = ({ parts }: VersionTables, unchanged: ReadonlySet<string>): TablePart[] =>
  (parts.get('RiskViolation') ?? []).filter(({ applicationInstanceId: id }) => id === null || !unchanged.has(id));
