// The checks before a version is published: every file under sql/build/check/ is a query whose count must be zero.
import type { Finding } from '../../state/findings.ts';
import { type DuckDB, identifier } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';

/** Run all checks on the tables of a version that is being built. @param present types whose tables have rows */
export async function runChecks(duckdb: DuckDB, present: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of sqlFiles('build/check')) {
    const { severity, forEachType, message } = declarationOf(file);
    const types = forEachType ? present : [undefined];
    const counts = await countsOf(
      duckdb,
      types.map(type => (type ? file.text.replaceAll('"{{type}}"', identifier(type)) : file.text)),
    );
    const check = file.name.replace(/^build\/check\/\d+_(.*)\.sql$/, '$1');
    for (const [position, count] of counts) {
      const type = types[position];
      findings.push({ check, severity, count, message: `${type ? `${type}: ` : ''}${message}` });
    }
  }
  return findings;
}

/** The counts that are not zero, with the positions of their queries. All run as one statement, which saves time. */
async function countsOf(duckdb: DuckDB, queries: readonly string[]): Promise<(readonly [number, number])[]> {
  if (queries.length === 0) return [];
  const positioned = queries.map((sql, position) => `SELECT ${position} AS position, count FROM (${sql})`);
  const rows = await duckdb.rows<{ position: number; count: bigint }>(
    `FROM (${positioned.join(' UNION ALL ')}) WHERE count > 0 ORDER BY position`,
  );
  return rows.map(({ position, count }) => [position, Number(count)]);
}

function declarationOf(file: SqlFile): { severity: Finding['severity']; forEachType: boolean; message: string } {
  const lines = file.header;
  const severity = lines[0]?.replace('severity: ', '');
  if (severity !== 'stop' && severity !== 'warn') throw new Error(`${file.name}: the first line says the severity`);
  const forEachType = lines[1] === 'for each type';
  return { severity, forEachType, message: lines.slice(forEachType ? 2 : 1).join(' ') };
}
