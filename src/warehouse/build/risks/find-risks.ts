// The step `risks`: finds which objects violate the service's own rules, and what became of the violations of the former version.
import type { Finding } from '../../../state/findings.ts';
import type { LandedChain } from '../../../state/landed-chains.ts';
import { type DuckDB, literal } from '../../duckdb.ts';
import { enrichmentVersion, sqlFiles } from '../../sql-files.ts';
import type { BuildSource } from '../ledger.ts';
import type { FormerVersion } from '../parts/former.ts';
import { viewFilled } from '../tables.ts';
import { readFormerViolations } from './former-violations.ts';
import { insertRows } from './insert-rows.ts';
import type { RiskOptions } from './risk-options.ts';

/** A violation that a client has accepted. */
export interface Acceptance {
  /** Global id of the violation. */
  readonly violation: string;
  readonly reason: string;
  readonly until: Date;
}

export interface RiskStep {
  readonly options: RiskOptions;
  readonly acceptances: readonly Acceptance[];
  /** The application instance of the service itself, to which its rules belong. */
  readonly serviceInstance: string;
  /** The version in service. */
  readonly former: FormerVersion | undefined;
  readonly generatedAt: Date;
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** The reads that the version reports on. */
  readonly shown: readonly LandedChain[];
  readonly heldBack: ReadonlyMap<string, unknown>;
  /** Application instances that are not computed. */
  readonly kept: ReadonlySet<string>;
  /** Called when the tables that the rules read are made. */
  prepared?(): Promise<void>;
}

/** @returns a finding when the former version cannot be read: then all violations count as seen for the first time */
export async function findRisks(duckdb: DuckDB, step: RiskStep): Promise<Finding[]> {
  await duckdb.run(inputTables);
  await setVariables(duckdb, step);
  await insertInputs(duckdb, step);
  const findings = await readFormerViolations(duckdb, step.former, step.kept);
  await viewFilled(duckdb, ['Account', 'Person', 'UserGroup']);
  for (const { text } of sqlFiles('build/risks/prepare')) await duckdb.run(text);
  await step.prepared?.();
  await applyRules(duckdb, step.options);
  for (const { text } of sqlFiles('build/risks/violations')) await duckdb.run(text);
  return findings;
}

/** What the SQL of the step reads besides the model and the steps before it, and what the rules write. */
const inputTables = `
  CREATE TABLE risks.rules (rule VARCHAR, title VARCHAR, severity VARCHAR, type VARCHAR, entity_type VARCHAR, why VARCHAR,
    fix VARCHAR, standards VARCHAR[], is_enabled BOOLEAN);
  CREATE TABLE risks.conflicts (name VARCHAR, side INTEGER, pattern VARCHAR);
  CREATE TABLE risks.exclusions (rule VARCHAR, entity UUID, pattern VARCHAR, instance UUID, reason VARCHAR, until TIMESTAMP);
  CREATE TABLE risks.acceptances (violation UUID, reason VARCHAR, until TIMESTAMP);
  CREATE TABLE risks.instances (instance UUID);
  CREATE TABLE risks.reads (instance UUID, type VARCHAR, is_complete BOOLEAN, ended_at TIMESTAMP);
  CREATE TABLE risks.former (violation UUID, key VARCHAR, rule VARCHAR, entity UUID, instance UUID, id VARCHAR, status VARCHAR,
    severity VARCHAR, sentence VARCHAR, evidence JSON, detected_at TIMESTAMP, last_observed_at TIMESTAMP, resolved_at TIMESTAMP);
  CREATE TABLE risks.found (rule VARCHAR, entity UUID, instance UUID, id VARCHAR, subject VARCHAR DEFAULT '', violated BOOLEAN,
    sentence VARCHAR, evidence JSON);`;

async function setVariables(duckdb: DuckDB, { options, serviceInstance, generatedAt }: RiskStep): Promise<void> {
  const keptSince = new Date(generatedAt.getTime() - options.keepMs);
  await duckdb.run(`
    SET VARIABLE service_instance = ${literal(serviceInstance)}::UUID;
    SET VARIABLE generated_at = ${literal(timestamp(generatedAt))}::TIMESTAMP;
    SET VARIABLE enrichment_version = ${literal(enrichmentVersion())};
    SET VARIABLE kept_since = ${literal(timestamp(keptSince))}::TIMESTAMP;`);
}

async function insertInputs(duckdb: DuckDB, step: RiskStep): Promise<void> {
  const { options, acceptances, sources, shown, heldBack, kept } = step;
  const instanceOf = new Map([...sources].map(([instance, { sourceId }]) => [sourceId, instance]));
  await insertRows(
    duckdb,
    'risks.rules',
    options.rules.map(({ rule, severity, enabled }) => ({
      rule: rule.name,
      title: rule.title,
      severity,
      type: rule.type,
      entity_type: rule.entity,
      why: rule.why,
      fix: rule.fix,
      standards: rule.references,
      is_enabled: enabled,
    })),
  );
  await insertRows(
    duckdb,
    'risks.conflicts',
    options.pairs.flatMap(({ name, first, second }) =>
      [first, second].flatMap((patterns, side) =>
        patterns.map(pattern => ({ name, side, pattern: pattern.toLowerCase() })),
      ),
    ),
  );
  await insertRows(
    duckdb,
    'risks.exclusions',
    options.exclusions.map(({ rule, object, pattern, applicationInstanceId, reason, until }) => ({
      rule,
      entity: object,
      pattern,
      instance: applicationInstanceId,
      reason,
      until: timestamp(until),
    })),
  );
  await insertRows(
    duckdb,
    'risks.acceptances',
    acceptances.map(({ violation, reason, until }) => ({ violation, reason, until: timestamp(until) })),
  );
  await insertRows(
    duckdb,
    'risks.instances',
    [...sources.keys()].filter(instance => !kept.has(instance)).map(instance => ({ instance })),
  );
  await insertRows(
    duckdb,
    'risks.reads',
    shown.flatMap(({ sourceId, type, runs }) => {
      const { read, endedAt } = runs.at(-1)!;
      const isWhole = read.status === 'Complete' || read.status === 'Unsupported';
      const instance = instanceOf.get(sourceId);
      if (instance === undefined) return [];
      return [{ instance, type, is_complete: isWhole && !heldBack.has(sourceId), ended_at: timestamp(endedAt) }];
    }),
  );
}

/**
 * Run every rule that is switched on. Rows that a rule cannot decide count only for objects of which the former version has a
 * violation. A rule is skipped when nothing that it needs occurs and the former version has no violation of it.
 */
async function applyRules(duckdb: DuckDB, { rules }: RiskOptions): Promise<void> {
  const present = new Set((await duckdb.rows<{ kind: string }>('FROM risks.present')).map(({ kind }) => kind));
  const before = new Set(
    (await duckdb.rows<{ rule: string }>('SELECT DISTINCT rule FROM risks.former')).map(({ rule }) => rule),
  );
  for (const { rule, enabled, thresholds } of rules) {
    if (!enabled) continue;
    const hadViolations = before.has(rule.name);
    if (!hadViolations && !rule.needs.every(kind => present.has(kind))) continue;
    const undecided = hadViolations
      ? ` OR (violated IS NULL AND entity IN (SELECT entity FROM risks.former WHERE rule = ${literal(rule.name)}))`
      : '';
    const found = `SELECT ${literal(rule.name)} AS rule, * FROM (${rule.body}) WHERE violated${undecided}`;
    await duckdb.run(`INSERT INTO risks.found BY NAME ${found}`, thresholds).catch(cause => {
      throw new Error(`sql/build/risks/rules/${rule.name}.sql: ${(cause as Error).message}`, { cause });
    });
  }
}

function timestamp(moment: Date): string {
  return moment.toISOString().slice(0, -1).replace('T', ' ');
}
