// Evaluates the risk rules before and after a change, on the accounts and the part of the graph of access that the change can
// concern. All tables are created in a transaction that is rolled back, so that the process can serve other lookups afterwards.
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  applyRules,
  createInputTables,
  type EvaluatedRules,
  insertRules,
  prepareRules,
} from '../warehouse/building/risks/evaluate.ts';
import { insertRows } from '../warehouse/building/risks/insert-rows.ts';
import type { Statements } from '../warehouse/duckdb.ts';
import { sqlFile } from '../warehouse/sql-files.ts';

/** What a change does to an account. */
export interface AccountChange {
  /** Global id. */
  readonly account: string;
  /** Its new state; absent when it stays. */
  readonly enabled?: boolean;
  /** Global id of a group or role that it joins. */
  readonly joins?: string;
  /** Global id of a group or role that it leaves. */
  readonly leaves?: string;
  /** The account gets access back that was taken from it when it was disabled. */
  readonly regains?: boolean;
}

export interface RiskPreviewRequest {
  /** Each account once. */
  readonly changes: readonly AccountChange[];
  readonly rules: EvaluatedRules;
}

export interface PreviewedViolation {
  readonly rule: string;
  readonly title: string;
  readonly severity: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly objectName: string | null;
  readonly applicationInstanceId: string;
  readonly description: string;
  /** Global id of the violation that is closed. */
  readonly violationId: string | null;
}

export interface PreviewedRisks {
  /** At most 200, the most severe first. */
  readonly opened: readonly PreviewedViolation[];
  /** At most 200, the most severe first. */
  readonly closed: readonly PreviewedViolation[];
  readonly openedCount: number;
  readonly closedCount: number;
  /** Why some rules could not be evaluated. */
  readonly notEvaluated: readonly { readonly rules: readonly string[]; readonly reason: string }[];
}

/** Accounts in the groups around the change. With more, the rule about stale groups is not evaluated. */
const mostAccounts = 10_000;
const mostViolations = 200;

export async function previewRisks(connection: DuckDBConnection, request: RiskPreviewRequest): Promise<PreviewedRisks> {
  const duckdb: Statements = {
    run: async (sql, values) => {
      await connection.run(sql, values && { ...values });
    },
    rows: async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[],
  };
  await duckdb.run('BEGIN');
  try {
    return await evaluate(duckdb, request);
  } finally {
    await duckdb.run('ROLLBACK');
  }
}

async function evaluate(duckdb: Statements, { changes, rules }: RiskPreviewRequest): Promise<PreviewedRisks> {
  await duckdb.run(`SET VARIABLE most_accounts = ${mostAccounts}`);
  for (const name of ['preview', 'analytics', 'model', 'filled', 'neighbours', 'risks', 'violations'])
    await duckdb.run(`CREATE SCHEMA ${name}`);
  await duckdb.run('CREATE TABLE preview.changes (account UUID, enabled BOOLEAN, joins UUID, leaves UUID)');
  await insertRows(
    duckdb,
    'preview.changes',
    changes.map(({ account, enabled, joins, leaves }) => ({ account, enabled, joins, leaves })),
  );
  await createInputTables(duckdb);
  await insertRules(duckdb, rules);
  for (const name of ['002_known_times', '003_effective'])
    await duckdb.run(sqlFile(`building/analytics/${name}.sql`).text);
  await runFile(duckdb, '010_neighbourhood');
  await runFile(duckdb, '020_graph');
  await applyAs(duckdb, 'before', rules);
  await duckdb.run(
    'DROP SCHEMA risks CASCADE; CREATE SCHEMA risks; DROP SCHEMA violations CASCADE; CREATE SCHEMA violations',
  );
  await runFile(duckdb, '040_change');
  await createInputTables(duckdb);
  await insertRules(duckdb, rules);
  await applyAs(duckdb, 'after', rules);
  const differences = await duckdb.rows<Difference>(sqlFile('risk-preview/050_differences.sql').text);
  return viewDifferences(differences, await unevaluated(duckdb, { changes, rules }));
}

async function runFile(duckdb: Statements, name: string): Promise<void> {
  await duckdb.run(sqlFile(`risk-preview/${name}.sql`).text);
}

/** Evaluate the rules, and store what they find in a table of schema `preview`. */
async function applyAs(duckdb: Statements, table: 'before' | 'after', rules: EvaluatedRules): Promise<void> {
  await runFile(duckdb, '030_inputs');
  await prepareRules(duckdb);
  await applyRules(duckdb, rules);
  await duckdb.run(
    `CREATE TABLE preview.${table} AS SELECT *, risk_violation_key(rule, entity, subject) AS key FROM violations.found`,
  );
}

interface Difference {
  readonly rule: string;
  readonly is_opened: boolean;
  readonly is_contradicted: boolean;
  readonly violation: string | null;
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly instance: string;
  readonly sentence: string;
  readonly title: string;
  readonly severity: string;
}

type Unevaluated = PreviewedRisks['notEvaluated'];

/** The rules whose answer depends on more than the neighbourhood of the change, or on what else the source does. */
async function unevaluated(duckdb: Statements, { changes, rules }: RiskPreviewRequest): Promise<Unevaluated> {
  const some = (is: (change: AccountChange) => boolean) => changes.some(is);
  const changesMembers = some(({ joins, leaves }) => joins !== undefined || leaves !== undefined);
  const [facts] = await duckdb.rows<{ can_act: boolean; has_many: boolean; has_administrators: boolean }>(
    sqlFile('risk-preview/060_limits.sql').text,
  );
  const ofAdministrators = rulesThatRead(rules, /\brisks\.(administrators|privileged_accounts)\b/);
  const found = [
    {
      holds: facts!.can_act,
      rules: ['large_blast_radius'],
      reason: 'the blast radii of other accounts may change with that of the account',
    },
    {
      holds: changesMembers,
      rules: ['everyone_group_on_sensitive_resource'],
      reason: 'it depends on the share of all accounts that is in the group',
    },
    { holds: facts!.has_many, rules: ['stale_group'], reason: `the groups have more than ${mostAccounts} accounts` },
    {
      holds: changesMembers && facts!.has_administrators,
      rules: ofAdministrators,
      reason: 'administrators are in the group or role, so the source may make its members administrators',
    },
    {
      holds: some(({ enabled }) => enabled === false),
      rules: ['disabled_administrator'],
      reason: 'the source may take the access of an account away when it disables it',
    },
    {
      holds: some(({ regains }) => regains === true),
      rules: [...ofAdministrators, ...rulesThatRead(rules, /\brisks\.(held_sides|group_use)\b/)],
      reason: 'the account gets access back that it had before it was disabled',
    },
  ];
  const known = new Set(rules.rules.map(({ rule }) => rule.name));
  return found.flatMap(({ holds, rules: names, reason }) => {
    const own = holds ? names.filter(name => known.delete(name)) : [];
    return own.length > 0 ? [{ rules: own, reason }] : [];
  });
}

function rulesThatRead({ rules }: EvaluatedRules, relation: RegExp): string[] {
  return rules.filter(({ rule }) => relation.test(rule.body)).map(({ rule }) => rule.name);
}

const contradiction = 'what the version in service shows of it does not follow from what the preview may read';

function viewDifferences(differences: readonly Difference[], unknown: Unevaluated): PreviewedRisks {
  const unsure = new Set(unknown.flatMap(({ rules }) => rules));
  const possible = differences.filter(({ rule }) => !unsure.has(rule));
  const contradicted = new Set(possible.filter(found => found.is_contradicted).map(({ rule }) => rule));
  const certain = possible.filter(({ rule }) => !contradicted.has(rule));
  const [opened, closed] = [true, false].map(is => certain.filter(found => found.is_opened === is));
  return {
    opened: opened!.slice(0, mostViolations).map(viewViolation),
    closed: closed!.slice(0, mostViolations).map(viewViolation),
    openedCount: opened!.length,
    closedCount: closed!.length,
    notEvaluated: [
      ...unknown,
      ...(contradicted.size > 0 ? [{ rules: [...contradicted].sort(), reason: contradiction }] : []),
    ],
  };
}

function viewViolation(found: Difference): PreviewedViolation {
  return {
    rule: found.rule,
    title: found.title,
    severity: found.severity,
    objectType: found.type,
    objectId: found.id,
    objectName: found.name,
    applicationInstanceId: found.instance,
    description: found.sentence,
    violationId: found.violation,
  };
}
