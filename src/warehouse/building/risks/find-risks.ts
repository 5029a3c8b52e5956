// The step `risks`: finds which objects violate the service's own rules, and what became of the violations of the previous version.
//
// A rule is a file under sql/building/risks/rules. It reads the working tables of sql/building/risks/prepare. A row with `violated` is a
// violation; a row in which it is NULL says that the rule cannot decide, so a known violation stays as it is. sql/building/risks/violations
// compares with the version in service, where the history of a violation is stored, and with what clients have accepted
// (src/state/risks/acceptances.ts). sql/building/risks/fields fills what follows from the violations in accounts, persons and rules; accounts
// whose violations count as before have the fields of the version in service.
import type { LandedChain } from '../../../state/landed-chains.ts';
import { type DuckDB, literal } from '../../duckdb.ts';
import { enrichmentVersion } from '../../sql-files.ts';
import type { BuildSource } from '../build-source.ts';
import type { PreviousVersion } from '../previous/version.ts';
import { readStates } from '../read-states.ts';
import { viewFilled } from '../rows/filled-rows.ts';
import { runFiles } from '../run-steps.ts';
import { variableOf } from '../working/units.ts';
import type { WorkingTables } from '../working/working-tables.ts';
import { applyRules, createInputTables, insertRules, prepareRules } from './evaluate.ts';
import { insertRows } from './insert-rows.ts';
import { createAccountViews, type ReadViolations, readPreviousViolations } from './previous-violations.ts';
import type { RiskOptions } from './risk-options.ts';
import { changedObjects, isOfEntities, type RiskScope, riskScope } from './scope.ts';

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
  readonly previous: PreviousVersion | undefined;
  readonly generatedAt: Date;
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** The reads that the version reports on. */
  readonly reported: readonly LandedChain[];
  readonly heldBack: ReadonlyMap<string, unknown>;
  /** What the computed instances are made from. */
  readonly chains: readonly LandedChain[];
  /** Some violations have to be looked at again because of the time, although nothing else has changed. */
  readonly isTime: boolean;
  /** Application instances that are not computed. */
  readonly unchanged: ReadonlySet<string>;
  /** The tables that stay between builds. */
  readonly working: WorkingTables | undefined;
  /** Called when the tables that the rules read are made. */
  prepared?(): Promise<void>;
}

export interface FoundRisks extends ReadViolations {
  /** The objects of which a violation may count otherwise than in the version in service; undefined: all. */
  readonly changed: ReadonlySet<string> | undefined;
}

/** There is a finding when the previous version cannot be read: then all violations count as seen for the first time. */
export async function findRisks(duckdb: DuckDB, step: RiskStep): Promise<FoundRisks> {
  const { working } = step;
  const inputs = async () => {
    await createInputTables(duckdb, working !== undefined);
    await insertInputs(duckdb, step);
  };
  await setVariables(duckdb, step);
  if (working) await working.remake({ 'risks.reads': ['instance', 'type'] }, inputs);
  else await inputs();
  await viewFilled(duckdb, ['Account', 'Person', 'UserGroup']);
  if (working) await working.run('building/risks/prepare');
  else await prepareRules(duckdb);
  await step.prepared?.();
  const scope = working && (await scopeOf(duckdb, step, working));
  if (!scope) working?.noteMade('violations.found');
  const read = await readPreviousViolations(duckdb, { ...step, scope });
  await applyRules(duckdb, step.options, rule =>
    scope && !scope.wholeRules.has(rule) ? isOfEntities(scope.entities, 'entity') : 'true',
  );
  await runFiles(duckdb, 'building/risks/violations');
  const changed = scope && (await changedObjects(duckdb, scope));
  await createAccountViews(duckdb, step.previous, step.unchanged, changed);
  await runFiles(duckdb, 'building/risks/fields');
  return { ...read, changed };
}

/** @returns undefined: all violations are decided on anew */
async function scopeOf(duckdb: DuckDB, step: RiskStep, working: WorkingTables): Promise<RiskScope | undefined> {
  const { options, acceptances, generatedAt, chains, isTime } = step;
  const days = readStates(step).map(({ instance, type, isComplete, confirmedAt }) => [
    ...[instance, type, isComplete, confirmedAt?.toISOString().slice(0, 10)],
  ]);
  const accepted = acceptances.filter(({ until }) => until > generatedAt);
  // A source without violations has a chain of them, too: its read says that there are none.
  const bringing = chains.filter(
    ({ type, runs }) => type === 'RiskViolation' && runs.some(({ read }) => read.rows > 0),
  );
  const sources = bringing.map(({ sourceId }) => sourceId);
  await duckdb.run(`SET VARIABLE risk_inputs = ${literal(JSON.stringify([days, accepted, sources]))}`);
  const isSame = !(await working.hasChanged(new Map([[variableOf('risk_inputs'), 'all']])));
  const isOwn = sources.length === 0 && options.exclusions.length === 0;
  return isSame && isOwn && !isTime ? riskScope(duckdb, options.rules, working) : undefined;
}

async function setVariables(duckdb: DuckDB, { options, serviceInstance, generatedAt }: RiskStep): Promise<void> {
  const keptSince = new Date(generatedAt.getTime() - options.keepMs);
  await duckdb.run(`
    SET VARIABLE service_instance = ${literal(serviceInstance)}::UUID;
    SET VARIABLE generated_at = ${literal(timestamp(generatedAt))}::TIMESTAMP;
    SET VARIABLE enrichment_version = ${literal(enrichmentVersion())};
    SET VARIABLE kept_since = ${literal(timestamp(keptSince))}::TIMESTAMP;`);
}

async function insertInputs(duckdb: DuckDB, step: RiskStep): Promise<void> {
  const { options, acceptances, sources, unchanged } = step;
  await insertRules(duckdb, options);
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
    [...sources.keys()].filter(instance => !unchanged.has(instance)).map(instance => ({ instance })),
  );
  await insertRows(
    duckdb,
    'risks.reads',
    readStates(step).map(({ instance, type, isComplete, confirmedAt, gaps }) => {
      const confirmed = confirmedAt && timestamp(confirmedAt);
      return { instance, type, is_complete: isComplete, confirmed_at: confirmed, gaps: JSON.stringify(gaps) };
    }),
  );
}

function timestamp(moment: Date): string {
  return moment.toISOString().slice(0, -1).replace('T', ' ');
}
