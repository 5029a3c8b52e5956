// rolecall sources check: reads sources without landing anything, and shows what is wrong and what they would bring.
import path from 'node:path';
import { type Config, chosenTenant, type TenantConfig } from '../../config/config-file.ts';
import { type Connector, type Problem, SourceError } from '../../connector/contract.ts';
import { isTransient } from '../../connector/transient.ts';
import { availableConnectors } from '../../deployment/available-connectors.ts';
import { chosenSources, resolveSources } from '../../deployment/sources.ts';
import { OperatorError } from '../../errors.ts';
import { preview, type TypePreview, watchCheck } from '../../warehouse/landing/preview.ts';
import { type CommonOptions, configOf } from '../deployment.ts';
import { grouped, isTerminal, printJson, printLine } from '../output.ts';

export interface CheckedSource {
  readonly problems: readonly Problem[];
  /** One for each part of the source: for each type, or for each entry of a mapping. */
  readonly previews: readonly TypePreview[];
}

/** Check sources. Exit code 1 when any of them has an error. */
export async function checkSources(options: CommonOptions, names: readonly string[], rows: number): Promise<void> {
  const config = configOf(options);
  const tenant = chosenTenant(config, options.tenant);
  let errors = 0;
  for (const id of chosenSources(tenant, names)) {
    const checked = await checkSource(config, tenant, id, rows);
    errors += checked.problems.filter(problem => problem.severity === 'error').length;
    if (isTerminal()) printCheck(id, checked);
    else printJson({ source: id, ...checked });
  }
  if (errors > 0) throw new OperatorError(`${errors} error${errors === 1 ? '' : 's'} found`);
}

/** All problems of one source, and its first rows. Whatever goes wrong with the source is one of the problems. */
export async function checkSource(
  config: Config,
  tenant: TenantConfig,
  id: string,
  rows: number,
): Promise<CheckedSource> {
  const connectors = await availableConnectors(config);
  try {
    return await checkResolved(config, tenant, id, rows, connectors);
  } catch (error) {
    return { problems: problemsOf(error, config, tenant, id), previews: [] };
  }
}

async function checkResolved(
  config: Config,
  tenant: TenantConfig,
  id: string,
  rows: number,
  connectors: readonly Connector[],
): Promise<CheckedSource> {
  // Another source with a mistake in its settings must not keep this one from being checked.
  const own = { ...tenant, sources: tenant.sources.filter(source => source.id === id) };
  const { connector, settings, config: source } = resolveSources(own, connectors).get(id)!;
  const context = {
    sourceId: id,
    applicationInstanceId: source.application_instance_id,
    baseFolder: config.folder,
    signal: new AbortController().signal,
  };
  const client = await connector.open(settings, context);
  try {
    const watch = watchCheck(rows);
    const fault = (error: unknown) => problemsOf(error, config, tenant, id);
    const problems = await connector.check(client, watch).catch(fault);
    if (rows === 0 || watch.previews.length > 0) return { problems, previews: rows === 0 ? [] : watch.previews };
    try {
      return { problems, previews: await preview(connector, client, rows, context) };
    } catch (error) {
      return { problems: problems.length > 0 ? problems : fault(error), previews: [] };
    }
  } finally {
    await connector.close?.(client);
  }
}

/** What an error says about a source. An error that is not meant for operators is a fault of the connector. */
function problemsOf(error: unknown, config: Config, tenant: TenantConfig, id: string): readonly Problem[] {
  const { message } = error as Error;
  if (error instanceof SourceError) return error.problems;
  if (error instanceof OperatorError) {
    const place = path.basename(config.file);
    return message.split('\n').map(line => ({ severity: 'error', place, message: line }));
  }
  if (isTransient(error)) {
    const fix = 'check its address in the settings, and that it runs and can be reached from here';
    return [{ severity: 'error', place: 'source', message, fix }];
  }
  const connector = tenant.sources.find(source => source.id === id)?.connector;
  const fix = 'this is a fault of the connector, not of the source: report it';
  return [{ severity: 'error', place: `connector ${connector}`, message: `failed: ${message}`, fix }];
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
