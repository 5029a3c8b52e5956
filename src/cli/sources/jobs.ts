// rolecall jobs: the last runs, the last build and the versions.
import process from 'node:process';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { isTerminal, printRows } from '../output.ts';

export async function jobs(options: CommonOptions): Promise<void> {
  const status = await withOperator(options, operator => operator.jobs(options));
  if (!isTerminal()) {
    process.stdout.write(`${JSON.stringify(status)}\n`);
    return;
  }
  printRows(status.runs, run => ({
    source: run.source_id,
    run: run.run_id,
    status: run.status,
    cause: run.cause,
    ended: run.ended_at,
    'goes on': run.retry_at,
    error: run.error,
  }));
  if (status.build) {
    process.stdout.write(
      `\nlast build: ${status.build.status}${status.build.error ? `: ${status.build.error}` : ''}\n`,
    );
    for (const finding of status.build.findings)
      process.stdout.write(`  ${finding.severity}: ${finding.message} (${finding.count})\n`);
  }
  process.stdout.write('\n');
  printRows(status.versions, version => ({
    version: version.version,
    published: version.published_at,
    replaced: version.replaced_at,
  }));
}
