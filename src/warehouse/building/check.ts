// The checks before a version is published: every file under sql/building/check/ is a query whose counts must be zero.
import type { Finding } from '../../state/findings.ts';
import { type DuckDB, literal } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';
import type { CheckCount } from '../version/islands.ts';
import { isNoneOf } from './previous/rows.ts';
import { readsOfQuery } from './working/units.ts';
import type { WorkingTables } from './working/working-tables.ts';

/** What a check counted in the rows of one application instance. */
export interface InstanceCheck extends CheckCount {
  readonly applicationInstanceId: string;
}

export interface CheckInputs {
  /** Type → after FROM: its rows that are checked by themselves. */
  readonly present: ReadonlyMap<string, string>;
  /** Application instances that are not computed; the rows of the others are in schema `computed`. */
  readonly unchanged: ReadonlySet<string>;
  /** The tables that stay between builds. */
  readonly working: Pick<WorkingTables, 'hasChanged'> | undefined;
  /** What the checks counted in the version in service. */
  readonly before: readonly InstanceCheck[];
}

/** Run the checks on the rows that are computed, if what they read has changed. A count of zero is left out. */
export async function countChecks(duckdb: DuckDB, inputs: CheckInputs): Promise<InstanceCheck[]> {
  const { present, unchanged, working, before } = inputs;
  const schema = unchanged.size === 0 ? 'main.' : 'computed.';
  const queries: string[] = [];
  const same: InstanceCheck[] = [];
  for (const file of sqlFiles('building/check')) {
    const check = nameOf(file);
    for (const type of declarationOf(file).forEachType ? present.keys() : [undefined]) {
      if (working && !(await hasChanged(duckdb, file, type, working))) {
        same.push(...before.filter(own => own.check === check && own.type === type));
        continue;
      }
      const sql = type ? file.text.replaceAll('computed."{{type}}"', present.get(type)!) : file.text;
      const named = `${literal(check)} AS "check", ${type ? literal(type) : 'NULL'} AS type`;
      queries.push(`SELECT ${named}, instance, count FROM (${sql.replaceAll('computed.', schema)})`);
    }
  }
  // All run as one statement, which saves time.
  const none = 'SELECT NULL AS "check", NULL AS type, NULL AS instance, 0 AS count WHERE false';
  const rows = await duckdb.rows<{ check: string; type: string | null; instance: string; count: bigint }>(
    `SELECT "check", type, instance::VARCHAR AS instance, count FROM (${[none, ...queries].join(' UNION ALL ')})
     WHERE count > 0 AND ${isNoneOf('instance', unchanged)}`,
  );
  const counted = rows.map(({ check, type, instance, count }) => ({
    ...{ check, applicationInstanceId: instance, count: Number(count) },
    ...(type !== null && { type }),
  }));
  return [...same, ...counted].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

const orderOf = ({ check, type = '', applicationInstanceId: id }: InstanceCheck) => `${check} ${type} ${id}`;

/** Whether a check may count otherwise than before. The rows that the step `risks` adds are in no table that stays. */
async function hasChanged(
  duckdb: DuckDB,
  file: SqlFile,
  type: string | undefined,
  working: Pick<WorkingTables, 'hasChanged'>,
): Promise<boolean> {
  if (type !== undefined && addedTypes.has(type)) return true;
  const sql = file.text.replaceAll('{{type}}', type ?? '').replaceAll('computed.', 'filled.');
  return working.hasChanged(await readsOfQuery(duckdb, sql));
}

/** The types to which the step `risks` adds rows. */
const addedTypes: ReadonlySet<string> = new Set(['RiskDefinition', 'RiskViolation']);

/** What the checks found in all instances together. */
export function checkFindings(counts: readonly CheckCount[]): Finding[] {
  const groups = Map.groupBy(counts, ({ check, type }) => `${check}/${type ?? ''}`);
  const findings = [...groups.values()].map(group => {
    const { check, type } = group[0]!;
    const file = sqlFiles('building/check').find(candidate => nameOf(candidate) === check)!;
    const { severity, message } = declarationOf(file);
    const count = group.reduce((sum, own) => sum + own.count, 0);
    return { file, finding: { check, severity, count, message: `${type ? `${type}: ` : ''}${message}` } };
  });
  return findings.sort((one, other) => one.file.name.localeCompare(other.file.name)).map(({ finding }) => finding);
}

/** `building/check/010_unique_global_ids.sql` → `unique_global_ids` */
function nameOf(file: SqlFile): string {
  return file.name.replace(/^building\/check\/\d+_(.*)\.sql$/, '$1');
}

function declarationOf(file: SqlFile): { severity: Finding['severity']; forEachType: boolean; message: string } {
  const lines = file.header;
  const severity = lines[0]?.replace('severity: ', '');
  if (severity !== 'stop' && severity !== 'warn') throw new Error(`${file.name}: the first line says the severity`);
  const forEachType = lines[1] === 'for each type';
  return { severity, forEachType, message: lines.slice(forEachType ? 2 : 1).join(' ') };
}
