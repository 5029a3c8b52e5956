// rolecall jobs: what ran last, and which versions came of it.
import process from 'node:process';
import { statusOf } from '../state/runs.ts';
import { type CommonOptions, withOperator } from './deployment.ts';
import { isTerminal, printRows } from './output.ts';

export async function jobs(options: CommonOptions): Promise<void> {
  const status = await withOperator(options, operator => operator.jobs(options));
  if (!isTerminal()) {
    process.stdout.write(`${JSON.stringify(status)}\n`);
    return;
  }
  printRows(status.runs, run => ({
    source: run.source_id,
    run: run.run_id,
    status: statusOf(run),
    cause: run.cause,
    ended: run.ended_at,
    'goes on': run.retry_at,
    error: run.error,
  }));
  for (const { source_id: source, since, findings } of status.heldBack) {
    const reasons = findings.map(({ message }) => message).join('; ');
    process.stdout.write(`\n${source} is held back since ${new Date(since).toISOString()}: ${reasons}\n`);
  }
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
