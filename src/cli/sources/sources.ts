// rolecall sources: what is configured, what is wrong with it, and how its last runs went.
import fs from 'node:fs';
import process from 'node:process';
import { styleText } from 'node:util';
import { connectors as shippedConnectors } from '../../../connectors/index.ts';
import { type Config, chosenTenant, type TenantConfig } from '../../config/config-file.ts';
import { type Problem, SourceError } from '../../connector/contract.ts';
import { isTransient } from '../../connector/transient.ts';
import { availableConnectors } from '../../deployment/available-connectors.ts';
import { chosenSources, type SourceStatus } from '../../deployment/operator.ts';
import { resolveSources } from '../../deployment/sources.ts';
import { OperatorError } from '../../errors.ts';
import type { SyncRead } from '../../state/reads.ts';
import { statusOf } from '../../state/runs.ts';
import { preview, type TypePreview } from '../../warehouse/landing/preview.ts';
import { type CommonOptions, configOf, withOperator } from '../deployment.ts';
import { formatTable, grouped, isTerminal, printJson, printLine, printRows, printText } from '../output.ts';

export async function listSources(options: CommonOptions): Promise<void> {
  const sources = await withOperator(options, operator => operator.sources(options));
  if (!isTerminal()) {
    printRows(sources, () => ({}));
    return;
  }
  const table = formatTable(
    sources.map(({ id, connector, schedule, run, reads, heldBack }) => ({
      source: id,
      connector,
      schedule,
      'last run': run && statusOf(run),
      ended: run?.ended_at,
      rows: grouped(reads.reduce((sum, { rows, unchanged }) => sum + rows + (unchanged ?? 0), 0)),
      rejected: grouped(reads.reduce((sum, { rejected }) => sum + rejected, 0)),
      kept: keptOf(reads),
      'held back': heldBack?.since,
    })),
  );
  const [heading, ...lines] = table.trimEnd().split('\n');
  process.stdout.write(`${heading}\n`);
  for (const [index, source] of sources.entries())
    process.stdout.write(`${inColour(lines[index]!, verdictOf(source))}\n`);
  for (const source of sources) for (const line of troublesOf(source)) printText(`${source.id}: ${line}`);
}

/** How many objects are shown in a former form; undefined while that is not known. */
function keptOf(reads: readonly SyncRead[]): string | undefined {
  const counts = reads.filter(({ status }) => status !== 'Unsupported').map(({ kept }) => kept);
  return counts.includes(null) ? undefined : grouped(counts.reduce<number>((sum, kept) => sum + kept!, 0));
}

type Verdict = 'good' | 'doubtful' | 'bad';

/** Bad: the newest data of the source are not served. */
function verdictOf({ run, heldBack }: SourceStatus): Verdict {
  if (heldBack) return 'bad';
  const status = run && statusOf(run);
  if (status === 'Failed') return 'bad';
  return status === 'Partial' || run?.error ? 'doubtful' : 'good';
}

/** Where colours are not wanted (NO_COLOR), the line is returned as it is. */
function inColour(line: string, verdict: Verdict): string {
  if (verdict === 'good') return line;
  return styleText(verdict === 'bad' ? 'red' : 'yellow', line, { stream: process.stdout });
}

/** What is wrong with a source, a line for each reason. The reason of a run names the reads that are incomplete. */
function troublesOf({ run, reads, heldBack }: SourceStatus): string[] {
  const found = (heldBack?.findings ?? []).map(({ message }) => `held back, its last good data are shown: ${message}`);
  if (run?.error) found.push(run.error);
  for (const { type, gaps } of reads) {
    for (const { reason, subject, message } of gaps) {
      if (!run?.error?.includes(message)) found.push(`${type}: ${reason}: ${subject}: ${message}`);
    }
  }
  return found;
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
