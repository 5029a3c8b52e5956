// The checks before a version is published: every file under sql/build/check/ is a query whose count must be zero.
import { resources } from '../../resources/registry.ts';
import type { Finding } from '../../state/findings.ts';
import { type DuckDB, identifier } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';

/** Run all checks on the tables of a version that is being built. */
export async function runChecks(duckdb: DuckDB): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of sqlFiles('build/check')) {
    const { severity, forEachType, message } = declarationOf(file);
    for (const type of forEachType ? resources.map(resource => resource.type) : [undefined]) {
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

/** Objects of one type that one application instance has. */
export interface InstanceCount {
  readonly type: string;
  readonly applicationInstanceId: string;
  readonly count: number;
}

export interface HoldBack {
  /** Percent of an instance's objects of one type that may disappear in one build. */
  readonly gonePercent: number;
  /** Percent of a read's records that may be rejected. */
  readonly rejectedPercent: number;
}

/**
 * Compare with the version in service. When an instance lost more objects of a type than the threshold allows, its source is more
 * likely broken than its objects are really gone.
 * @param before the counts of the version in service, for the instances to compare
 * @param sourceOf the source of an application instance
 */
export function findLosses(
  before: readonly InstanceCount[],
  after: readonly InstanceCount[],
  threshold: HoldBack,
  sourceOf: (applicationInstanceId: string) => string,
): Finding[] {
  const key = (count: InstanceCount) => `${count.type}/${count.applicationInstanceId}`;
  const now = new Map(after.map(count => [key(count), count.count]));
  return before.flatMap(was => {
    const left = now.get(key(was)) ?? 0;
    const gone = was.count - left;
    if (gone * 100 <= was.count * threshold.gonePercent) return [];
    const percent = Math.round((gone * 100) / was.count);
    const source = sourceOf(was.applicationInstanceId);
    const message = `${source}: ${gone} of ${was.count} ${was.type} objects (${percent} %) are gone, more than the ${threshold.gonePercent} % that hold_back.gone_percent allows`;
    return [{ check: 'objects_gone', severity: 'stop' as const, message, count: gone, source }];
  });
}

/** Find reads that cannot be trusted because too many of their records were rejected. */
export function findRejections(
  reads: readonly { sourceId: string; type: string; rows: number; rejected: number }[],
  threshold: HoldBack,
): Finding[] {
  return reads.flatMap(({ sourceId, type, rows, rejected }) => {
    if (rejected * 100 <= (rows + rejected) * threshold.rejectedPercent) return [];
    const message = `${sourceId}: ${rejected} of ${rows + rejected} ${type} records were rejected, more than the ${threshold.rejectedPercent} % that hold_back.rejected_percent allows; see \`rolecall sources rejected ${sourceId}\``;
    return [{ check: 'records_rejected', severity: 'stop' as const, message, count: rejected, source: sourceId }];
  });
}
