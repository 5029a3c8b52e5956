// rolecall sources: what is configured, and how its last runs went.
import fs from 'node:fs';
import process from 'node:process';
import { styleText } from 'node:util';
import { connectors as shippedConnectors } from '../../../connectors/index.ts';
import type { SourceStatus } from '../../deployment/operator/commands.ts';
import { availableConnectors } from '../../deployment/sources/available-connectors.ts';
import type { SyncRead } from '../../state/reads.ts';
import { tightestLimit } from '../../state/run-requests.ts';
import { statusOf } from '../../state/runs.ts';
import { type CommonOptions, configOf, withOperator } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printRows, printText } from '../output.ts';

export async function listSources(options: CommonOptions, format?: Format): Promise<void> {
  const sources = await withOperator(options, operator => operator.sources(options));
  if (sources.length === 0)
    printText('no source is configured yet; `rolecall sources add --help` says how to add one', process.stderr);
  const hasRejected = sources.some(({ reads }) => rejectedOf(reads) > 0);
  printRows(
    sources,
    ({ id, connector, schedule, run, reads, heldBack }) => ({
      source: id,
      connector,
      schedule,
      'last run': run && statusOf(run),
      ended: run?.ended_at,
      rows: reads.reduce((sum, { rows, unchanged }) => sum + rows + (unchanged ?? 0), 0),
      rejected: rejectedOf(reads),
      kept: keptOf(reads),
      'held back': heldBack?.since,
      requests: run?.requests?.sent,
      'requests left': tightestLimit(run?.requests?.limits ?? [])?.remaining,
      'should end': run?.expected_end,
    }),
    {
      format,
      essential: ['source', 'last run', 'held back', ...(hasRejected ? ['rejected'] : [])],
      main: ['ended', 'rows', 'rejected'],
      counts: ['rows', 'rejected', 'kept', 'requests', 'requests left'],
      painted: (line, source) => inColour(line, verdictOf(source)),
    },
  );
  if (!isTerminal() || (format ?? 'table') !== 'table') return;
  for (const source of sources) for (const line of troublesOf(source)) printText(`${source.id}: ${line}`);
}

const rejectedOf = (reads: readonly SyncRead[]) => reads.reduce((sum, { rejected }) => sum + rejected, 0);

/** How many objects are shown in a former form; undefined while that is not known. */
function keptOf(reads: readonly SyncRead[]): number | undefined {
  const counts = reads.filter(({ status }) => status !== 'Unsupported').map(({ kept }) => kept);
  return counts.includes(null) ? undefined : counts.reduce<number>((sum, kept) => sum + kept!, 0);
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

export async function showRejected(options: CommonOptions, source: string, format?: Format): Promise<void> {
  const rejected = await withOperator(options, operator => operator.rejected({ tenant: options.tenant, source }));
  printRows(rejected, ({ type, place, reasons }) => ({ type, place, reasons: reasons.join('; ') }), { format });
}

/** Without a configuration file there are no connectors besides those that are shipped. */
export async function listConnectors(options: CommonOptions, format?: Format): Promise<void> {
  const connectors = fs.existsSync(options.config) ? await availableConnectors(configOf(options)) : shippedConnectors;
  printRows(
    connectors.map(({ type, title, description }) => ({ type, title, description })),
    row => row,
    { format },
  );
}
