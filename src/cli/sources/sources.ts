// rolecall sources: what is configured, and how its last runs went.
import fs from 'node:fs';
import { connectors as shippedConnectors } from '../../../connectors/index.ts';
import { availableConnectors } from '../../deployment/available-connectors.ts';
import type { SyncRead } from '../../state/reads.ts';
import { statusOf } from '../../state/runs.ts';
import { type CommonOptions, configOf, withOperator } from '../deployment.ts';
import { grouped, isTerminal, printLine, printRows, printText } from '../output.ts';

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
