// rolecall sources: what is configured, what is wrong with it, and how its last runs went.
import fs from 'node:fs';
import { connectors as shippedConnectors } from '../../../connectors/index.ts';
import { type Config, chosenTenant, type TenantConfig } from '../../config/config-file.ts';
import { type Problem, SourceError } from '../../connector/contract.ts';
import { isTransient } from '../../connector/transient.ts';
import { availableConnectors } from '../../deployment/available-connectors.ts';
import { chosenSources } from '../../deployment/operator.ts';
import { resolveSources } from '../../deployment/sources.ts';
import { OperatorError } from '../../errors.ts';
import type { SyncRead } from '../../state/reads.ts';
import { statusOf } from '../../state/runs.ts';
import { preview, type TypePreview } from '../../warehouse/landing/preview.ts';
import { type CommonOptions, configOf, withOperator } from '../deployment.ts';
import { grouped, isTerminal, printJson, printLine, printRows, printText } from '../output.ts';

export async function listSources(options: CommonOptions): Promise<void> {
  const sources = await withOperator(options, operator => operator.sources(options));
  if (!isTerminal()) {
    printRows(sources, () => ({}));
    return;
  }
  printRows(sources, source => ({
    source: source.id,
    connector: source.connector,
    schedule: source.schedule,
    'last run': source.run && statusOf(source.run),
    ended: source.run?.ended_at,
    rows: grouped(source.reads.reduce((sum, { rows, unchanged }) => sum + rows + (unchanged ?? 0), 0)),
    'held back': source.heldBack?.since,
    incomplete: source.reads
      .filter(read => !['Complete', 'Unsupported'].includes(read.status))
      .map(read => `${read.type} ${read.status.toLowerCase()}${keptNote(read)}`)
      .join(', '),
  }));
  for (const source of sources) {
    for (const { message } of source.heldBack?.findings ?? []) {
      process.stdout.write(`held back, its last good data are shown: ${message}\n`);
    }
    for (const gap of source.reads.flatMap(read => read.gaps)) {
      printLine(`${source.id}: ${gap.reason}: ${gap.subject}: ${gap.message}`);
    }
    if (source.run?.error) printText(`${source.id}: ${source.run.error}`);
  }
}

/** How many objects of a type are shown in a former form. */
function keptNote({ kept, rejected }: SyncRead): string {
  const notes = [
    ...(rejected > 0 ? [`${grouped(rejected)} rejected`] : []),
    ...(kept ? [`${grouped(kept)} kept as they were`] : []),
  ];
  return notes.length > 0 ? ` (${notes.join(', ')})` : '';
}

export async function showRejected(options: CommonOptions, source: string): Promise<void> {
  const rejected = await withOperator(options, operator => operator.rejected({ tenant: options.tenant, source }));
  printRows(rejected, ({ type, place, reasons }) => ({ type, place, reasons: reasons.join('; ') }));
}

/** Without a configuration file there are no connectors besides those that are shipped. */
export async function listConnectors(options: CommonOptions): Promise<void> {
  const connectors = fs.existsSync(options.config) ? await availableConnectors(configOf(options)) : shippedConnectors;
  printRows(
    connectors.map(({ type, title, description }) => ({ type, title, description })),
    row => row,
  );
}

/** Check sources. Exit code 1 when any of them has an error. */
export async function checkSources(options: CommonOptions, names: readonly string[], rows: number): Promise<void> {
  const config = configOf(options);
  let errors = 0;
  const tenant = chosenTenant(config, options.tenant);
  for (const id of chosenSources(tenant, names)) {
    const { problems, previews } = await checkSource(config, tenant, id, rows);
    errors += problems.filter(problem => problem.severity === 'error').length;
    if (isTerminal()) printCheck(id, problems, previews);
    else printJson({ source: id, problems, previews });
  }
  if (errors > 0) throw new OperatorError(`${errors} error${errors === 1 ? '' : 's'} found`);
}

/** All problems of one source, and its first rows if it can be opened. */
export async function checkSource(
  config: Config,
  tenant: TenantConfig,
  id: string,
  rows: number,
): Promise<{ problems: readonly Problem[]; previews: readonly TypePreview[] }> {
  const { connector, settings, config: source } = resolveSources(tenant, await availableConnectors(config)).get(id)!;
  const context = {
    sourceId: id,
    applicationInstanceId: source.application_instance_id,
    baseFolder: config.folder,
    signal: new AbortController().signal,
  };
  let client: unknown;
  try {
    client = await connector.open(settings, context);
  } catch (error) {
    return { problems: problemsOf(error), previews: [] };
  }
  try {
    const problems = await connector.check(client).catch(problemsOf);
    if (rows === 0) return { problems, previews: [] };
    try {
      return { problems, previews: await preview(connector, client, rows, context) };
    } catch (error) {
      const found = problemsOf(error);
      return { problems: problems.length > 0 ? problems : found, previews: [] };
    }
  } finally {
    await connector.close?.(client);
  }
}

/** What an error says about the source. @throws the error, when it says nothing about it */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof SourceError) return error.problems;
  if (!isTransient(error)) throw error;
  const fix = 'check its address in the settings, and that it runs and can be reached from here';
  return [{ severity: 'error', place: 'source', message: (error as Error).message, fix }];
}

function printCheck(id: string, problems: readonly Problem[], previews: readonly TypePreview[]): void {
  printLine(`${id}: ${problems.length === 0 ? 'no problems found' : ''}`);
  for (const { severity, place, message, fix } of problems) {
    printLine(`  ${severity}: ${place}: ${message}${fix ? `; ${fix}` : ''}`);
  }
  for (const { type, rows, rejected, gaps } of previews) {
    printLine(`  ${type}`);
    for (const row of rows) printLine(`    ${JSON.stringify(row)}`);
    for (const { place, reasons } of rejected) printLine(`    rejected: ${place}: ${reasons.join('; ')}`);
    for (const { subject, message } of gaps) printLine(`    not seen: ${subject}: ${message}`);
  }
}
