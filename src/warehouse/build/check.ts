// The checks before a version is published: every file under sql/build/check/ is a query whose count must be zero.
import type { Finding } from '../../state/findings.ts';
import { type DuckDB, identifier } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';

/** Run all checks on the tables of a version that is being built. @param present types whose tables have rows */
export async function runChecks(duckdb: DuckDB, present: ReadonlySet<string>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of sqlFiles('build/check')) {
    const { severity, forEachType, message } = declarationOf(file);
    for (const type of forEachType ? present : [undefined]) {
      const sql = type ? file.text.replaceAll('"{{type}}"', identifier(type)) : file.text;
      const [row] = await duckdb.rows<{ count: bigint }>(sql);
      const count = Number(row!.count);
      if (count > 0) {
        const check = file.name.replace(/^build\/check\/\d+_(.*)\.sql$/, '$1');
        findings.push({ check, severity, count, message: `${type ? `${type}: ` : ''}${message}` });
      }
    }
  }
  return findings;
}

function declarationOf(file: SqlFile): { severity: Finding['severity']; forEachType: boolean; message: string } {
  const lines = file.header;
  const severity = lines[0]?.replace('severity: ', '');
  if (severity !== 'stop' && severity !== 'warn') throw new Error(`${file.name}: the first line says the severity`);
  const forEachType = lines[1] === 'for each type';
  return { severity, forEachType, message: lines.slice(forEachType ? 2 : 1).join(' ') };
}
