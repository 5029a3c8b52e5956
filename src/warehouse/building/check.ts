// The checks before a version is published: every file under sql/building/check/ is a query whose counts must be zero.
import type { Finding } from '../../state/findings.ts';
import { type DuckDB, literal } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';
import type { CheckCount } from '../version/islands.ts';
import { isNoneOf } from './previous/rows.ts';

/** What a check counted in the rows of one application instance. */
export interface InstanceCheck extends CheckCount {
  readonly applicationInstanceId: string;
}

/**
 * Run all checks on the rows that are computed. A count of zero is left out.
 * @param present type → after FROM: its rows that are checked by themselves
 * @param unchanged application instances that are not computed; the rows of the others are in schema `computed`
 */
export async function countChecks(
  duckdb: DuckDB,
  present: ReadonlyMap<string, string>,
  unchanged: ReadonlySet<string>,
): Promise<InstanceCheck[]> {
  const schema = unchanged.size === 0 ? 'main.' : 'computed.';
  const queries = sqlFiles('building/check').flatMap(file => {
    const types = declarationOf(file).forEachType ? present.keys() : [undefined];
    return [...types].map(type => {
      const sql = type ? file.text.replaceAll('computed."{{type}}"', present.get(type)!) : file.text;
      const named = `${literal(nameOf(file))} AS "check", ${type ? literal(type) : 'NULL'} AS type`;
      return `SELECT ${named}, instance, count FROM (${sql.replaceAll('computed.', schema)})`;
    });
  });
  // All run as one statement, which saves time.
  const rows = await duckdb.rows<{ check: string; type: string | null; instance: string; count: bigint }>(
    `SELECT "check", type, instance::VARCHAR AS instance, count FROM (${queries.join(' UNION ALL ')})
     WHERE count > 0 AND ${isNoneOf('instance', unchanged)} ORDER BY ALL`,
  );
  return rows.map(({ check, type, instance, count }) => ({
    ...{ check, applicationInstanceId: instance, count: Number(count) },
    ...(type !== null && { type }),
  }));
}

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
