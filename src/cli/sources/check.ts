// rolecall sources check: reads sources without landing anything, and shows what is wrong and what they would bring.
import { chosenTenant } from '../../config/config-file.ts';
import type { Problem } from '../../connector/contract.ts';
import { type CheckedSource, checkSource } from '../../deployment/source-setup/check-source.ts';
import { chosenSources } from '../../deployment/sources/sources.ts';
import { OperatorError } from '../../errors.ts';
import type { TypePreview } from '../../warehouse/landing/preview.ts';
import { type CommonOptions, configOf } from '../deployment.ts';
import { grouped, isTerminal, printJson, printLine } from '../output.ts';

/** Check sources. Exit code 1 when any of them has an error. */
export async function checkSources(
  options: CommonOptions,
  names: readonly string[],
  { rows, timeout }: { readonly rows: number; readonly timeout: number },
): Promise<void> {
  const config = configOf(options);
  const tenant = chosenTenant(config, options.tenant);
  let errors = 0;
  for (const id of chosenSources(tenant, names)) {
    const checked = await checkSource(config, tenant, id, rows, { withinSeconds: timeout });
    errors += checked.problems.filter(problem => problem.severity === 'error').length;
    if (isTerminal()) printCheck(id, checked);
    else printJson({ source: id, ...checked });
  }
  if (errors > 0) throw new OperatorError(`${errors} error${errors === 1 ? '' : 's'} found`);
}

function printCheck(id: string, { problems, previews }: CheckedSource): void {
  const count = (severity: Problem['severity']) => problems.filter(problem => problem.severity === severity).length;
  const found = [numbered(count('error'), 'error'), numbered(count('warning'), 'warning')].filter(
    text => text !== undefined,
  );
  printLine(`${id}: ${found.length === 0 ? 'no problems found' : found.join(', ')}`);
  for (const { severity, place, message, fix } of problems) {
    printLine(`  ${severity}: ${place}: ${message}${fix ? `; ${fix}` : ''}`);
  }
  for (const { type, rows, rejected, gaps, from, counts, place } of previews) {
    const origin = from === undefined ? '' : ` from ${from} (${place})`;
    printLine(`  ${type}${origin}${counts ? `: ${countsText(counts)}` : ''}`);
    for (const row of rows) printLine(`    ${JSON.stringify(row)}`);
    for (const { place: where, reasons } of rejected) printLine(`    rejected: ${where}: ${reasons.join('; ')}`);
    for (const { subject, message } of gaps) printLine(`    not seen: ${subject}: ${message}`);
  }
}

function numbered(count: number, what: string): string | undefined {
  return count === 0 ? undefined : `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

function countsText({ mapped, rejected, leftOut, repeated }: NonNullable<TypePreview['counts']>): string {
  const parts = [`${grouped(mapped)} row${mapped === 1 ? '' : 's'} mapped`];
  if (rejected > 0) parts.push(`${grouped(rejected)} rejected`);
  if (leftOut > 0) parts.push(`${grouped(leftOut)} left out`);
  if (repeated > 0) parts.push(`${grouped(repeated)} repeated`);
  return parts.join(', ');
}
