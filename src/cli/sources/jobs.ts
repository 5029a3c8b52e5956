// rolecall jobs: the last runs, the last build and the versions.
import process from 'node:process';
import { statusOf } from '../../state/runs.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { isTerminal, printJson, printLine, printRows, printText } from '../output.ts';

export async function jobs(options: CommonOptions): Promise<void> {
  const status = await withOperator(options, operator => operator.jobs(options));
  if (!isTerminal()) {
    printJson(status);
    return;
  }
  printRows(status.runs, run => ({
    source: run.source_id,
    run: run.run_id,
    status: statusOf(run),
    cause: run.cause,
    ended: run.ended_at,
    'retry at': run.retry_at,
    error: run.error,
  }));
  for (const { source_id: source, since, findings } of status.heldBack) {
    const reasons = findings.map(({ message }) => message).join('; ');
    process.stdout.write(`\n${source} is held back since ${since.toISOString()}: ${reasons}\n`);
  }
  if (status.build) {
    printText(`\nlast build: ${status.build.status}${status.build.error ? `: ${status.build.error}` : ''}`);
    for (const finding of status.build.findings)
      printLine(`  ${finding.severity}: ${finding.message} (${finding.count})`);
  }
  process.stdout.write('\n');
  printRows(status.versions, version => ({
    version: version.version,
    published: version.published_at,
    replaced: version.replaced_at,
  }));
}
