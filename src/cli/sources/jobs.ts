// rolecall jobs: the last runs, the last build, the versions, and what is wrong with them.
import process from 'node:process';
import { statusOf } from '../../state/runs.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { isTerminal, printJson, printLine, printRows, printText } from '../output.ts';
import { problemsOf } from './job-problems.ts';

export async function jobs(options: CommonOptions): Promise<void> {
  const status = await withOperator(options, operator => operator.jobs(options));
  const problems = problemsOf(status);
  if (!isTerminal()) {
    printJson({ ...status, problems });
    return;
  }
  printRows(status.runs, run => ({
    source: run.source_id,
    run: run.run_id,
    status: statusOf(run),
    cause: run.cause,
    ended: run.ended_at,
    'retry at': run.retry_at,
  }));
  if (status.build) printLine(`\nlast build: ${status.build.status}`);
  if (problems.length > 0) process.stdout.write('\n');
  for (const { what, verdict, message } of problems) printText(`${verdict}: ${what}: ${message}`);
  process.stdout.write('\n');
  printRows(status.versions, version => ({
    version: version.version,
    published: version.published_at,
    replaced: version.replaced_at,
  }));
  printLine('\n`rolecall jobs list` shows what was changed in sources.');
}
