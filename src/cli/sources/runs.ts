// rolecall runs: the last runs, the last build, the versions, and what is wrong with them.
import process from 'node:process';
import { statusOf } from '../../state/runs.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printJson, printLine, printRows, printText } from '../output.ts';
import { problemsOf } from './job-problems.ts';

/** The last run of each source. A table on a terminal is followed by the last build, what is wrong, and the versions. */
export async function showRuns(options: CommonOptions, format?: Format): Promise<void> {
  const status = await withOperator(options, operator => operator.jobs(options));
  printRows(
    status.runs,
    run => ({
      source: run.source_id,
      run: run.run_id,
      status: statusOf(run),
      cause: run.cause,
      ended: run.ended_at,
      'retry at': run.retry_at,
      'held back': status.heldBack.find(source => source.source_id === run.source_id)?.since,
    }),
    { format, essential: ['source', 'status', 'held back'], main: ['ended'] },
  );
  if (!isTerminal() || (format ?? 'table') !== 'table') return;
  if (status.build) printText(`\nlast build: ${status.build.status}`);
  const problems = problemsOf(status);
  if (problems.length > 0) process.stdout.write('\n');
  for (const { what, verdict, message } of problems) printText(`${verdict}: ${what}: ${message}`);
  process.stdout.write('\n');
  printRows(status.versions, version => ({
    version: version.version,
    published: version.published_at,
    replaced: version.replaced_at,
  }));
  printLine('');
  printLine('`rolecall jobs` shows what was changed in sources.');
}

/** The same as one JSON object: runs, the last build, versions, and problems. */
export async function showStatus(options: CommonOptions): Promise<void> {
  const status = await withOperator(options, operator => operator.jobs(options));
  printJson({ ...status, problems: problemsOf(status) }, isTerminal() ? 2 : undefined);
}
