// Evaluates the rules on the tables of a build, or of a preview.
import { literal, type Statements } from '../../duckdb.ts';
import { sqlFiles } from '../../sql-files.ts';
import { insertRows } from './insert-rows.ts';
import type { RiskOptions } from './risk-options.ts';

export type EvaluatedRules = Pick<RiskOptions, 'rules' | 'pairs'>;

/** What the SQL of the step reads besides the model and the steps before it, and what the rules write. */
const inputTables = `
  CREATE TABLE risks.rules (rule VARCHAR, title VARCHAR, severity VARCHAR, type VARCHAR, entity_type VARCHAR, why VARCHAR,
    fix VARCHAR, standards VARCHAR[], is_enabled BOOLEAN);
  CREATE TABLE risks.conflicts (name VARCHAR, side INTEGER, pattern VARCHAR);
  CREATE TABLE risks.exclusions (rule VARCHAR, entity UUID, pattern VARCHAR, instance UUID, reason VARCHAR, until TIMESTAMP);
  CREATE TABLE risks.acceptances (violation UUID, reason VARCHAR, until TIMESTAMP);
  CREATE TABLE risks.instances (instance UUID);
  CREATE TABLE risks.reads (instance UUID, type VARCHAR, is_complete BOOLEAN, confirmed_at TIMESTAMP, gaps JSON);
  CREATE TABLE violations.previous (violation UUID, key VARCHAR, rule VARCHAR, entity UUID, instance UUID, id VARCHAR, status VARCHAR,
    severity VARCHAR, sentence VARCHAR, evidence JSON, detected_at TIMESTAMP, last_observed_at TIMESTAMP, resolved_at TIMESTAMP);
  CREATE TABLE violations.previous_rules (rule VARCHAR, title VARCHAR, severity VARCHAR, type VARCHAR, entity_type VARCHAR, why VARCHAR,
    fix VARCHAR, standards VARCHAR[], is_enabled BOOLEAN, generated_at TIMESTAMP);
  CREATE TABLE violations.found (rule VARCHAR, entity UUID, instance UUID, id VARCHAR, subject VARCHAR DEFAULT '', violated BOOLEAN,
    sentence VARCHAR, evidence JSON);`;

/**
 * Create the empty tables that are filled from outside, and the one that the rules write.
 * @param isAgain tables of a former build are there
 */
export async function createInputTables(duckdb: Statements, isAgain = false): Promise<void> {
  await duckdb.run(isAgain ? inputTables.replaceAll('CREATE TABLE', 'CREATE OR REPLACE TABLE') : inputTables);
}

export async function insertRules(duckdb: Statements, options: EvaluatedRules): Promise<void> {
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
}

/** Make the tables that the rules read. */
export async function prepareRules(duckdb: Statements): Promise<void> {
  for (const { text } of sqlFiles('building/risks/prepare')) await duckdb.run(text);
}

/**
 * Run every rule that is switched on. Rows that a rule cannot decide count only for objects that have a violation in the
 * previous version. A rule is skipped when nothing that it needs occurs and the previous version has no violation of it.
 * @param conditionOf SQL for the rows that are wanted of a rule; `false`: none
 */
export async function applyRules(
  duckdb: Statements,
  { rules }: EvaluatedRules,
  conditionOf: (rule: string) => string = () => 'true',
): Promise<void> {
  const present = new Set((await duckdb.rows<{ kind: string }>('FROM risks.present')).map(({ kind }) => kind));
  const before = new Set(
    (await duckdb.rows<{ rule: string }>('SELECT DISTINCT rule FROM violations.previous')).map(({ rule }) => rule),
  );
  for (const { rule, enabled, thresholds } of rules) {
    const wanted = conditionOf(rule.name);
    if (!enabled || wanted === 'false') continue;
    const hadViolations = before.has(rule.name);
    if (!hadViolations && !rule.needs.every(kind => present.has(kind))) continue;
    const undecided = hadViolations
      ? ` OR (violated IS NULL AND entity IN (SELECT entity FROM violations.previous WHERE rule = ${literal(rule.name)}))`
      : '';
    const found = `SELECT ${literal(rule.name)} AS rule, * FROM (${rule.body}) WHERE ${wanted} AND (violated${undecided})`;
    await duckdb.run(`INSERT INTO violations.found BY NAME ${found}`, thresholds).catch(cause => {
      throw new Error(`sql/building/risks/rules/${rule.name}.sql: ${(cause as Error).message}`, { cause });
    });
  }
}
