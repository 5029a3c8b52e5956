// Checks what reports need that the configuration file alone does not show: cron lines and the names of exports.
import type { ReportSettings } from '../../config/delivery-settings.ts';
import { OperatorError } from '../../errors.ts';
import { exportContextNames } from '../../exports/contexts.ts';
import { nextRun } from '../../jobs/schedule.ts';
import { nearestHint } from '../../nearest.ts';

/** @throws OperatorError with every problem */
export function checkReports(reports: readonly ReportSettings[]): void {
  const contexts = exportContextNames();
  const problems: string[] = [];
  for (const { name, schedule, time_zone, export: context } of reports) {
    try {
      nextRun(schedule, time_zone, new Date());
    } catch (cause) {
      const example = 'for example "0 7 * * 1" for Mondays at seven';
      problems.push(
        `report ${name}: schedule ${JSON.stringify(schedule)} (${time_zone}) is not a cron line: ${(cause as Error).message}; ${example}`,
      );
    }
    if (context !== undefined && !contexts.includes(context)) {
      problems.push(`report ${name}: there is no export \`${context}\`; ${nearestHint(context, contexts)}`);
    }
  }
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}
