// Checks what the configuration file names and other parts define: rules of risks, exports, and cron lines of reports.
import type { Config } from '../../config/config-file.ts';
import type { ReportSettings } from '../../config/delivery-settings.ts';
import { OperatorError } from '../../errors.ts';
import type { ExportContext } from '../../exports/context-file.ts';
import { exportContext, exportContextNames } from '../../exports/contexts.ts';
import { nextRun } from '../../jobs/schedule.ts';
import { nearestHint } from '../../nearest.ts';
import { checkRisks } from '../../warehouse/building/risks/risk-options.ts';

/** @throws OperatorError with every problem of the reports, or of the risks of a tenant */
export function checkSettings({ reports, tenants }: Config): void {
  checkReports(reports);
  for (const { name, risks, sources } of tenants) {
    checkRisks(risks, sources, tenants.length > 1 ? `tenants.${name}.` : '');
  }
}

function checkReports(reports: readonly ReportSettings[]): void {
  // A report is a table from one version.
  const isReport = ({ comparesVersions, document }: ExportContext) => !comparesVersions && !document;
  const contexts = exportContextNames().filter(name => isReport(exportContext(name)!));
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
