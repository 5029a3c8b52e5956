// rolecall sync: reads sources now and publishes a new version.
import process from 'node:process';
import type { SyncOutcome } from '../../deployment/operator.ts';
import { OperatorError } from '../../errors.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';

import { createSyncView } from './sync-view.ts';

export async function sync(options: CommonOptions, sources: readonly string[], acceptLoss: boolean): Promise<void> {
  const view = createSyncView();
  const outcome = await withOperator(options, operator =>
    operator.sync({ tenant: options.tenant, sources, acceptLoss }, event => view.show(event)),
  );
  view.end();
  report(outcome);
}

function report({ runs, build }: SyncOutcome): void {
  const failed = runs.filter(run => run.status === 'Failed');
  for (const finding of build?.findings ?? []) {
    process.stderr.write(
      `${finding.severity === 'stop' ? 'held back' : 'note'}: ${finding.message} (${finding.count})\n`,
    );
  }
  if (build?.status === 'Published') process.stdout.write(`version ${build.version} is in service\n`);
  if (build?.status === 'HeldBack') {
    throw new OperatorError(
      'the new version is held back and the last good one goes on serving; if the change is right, run the same with --accept-loss',
    );
  }
  if (build?.status === 'Failed') throw new OperatorError(`the build failed: ${build.error}`);
  if (failed.length > 0) throw new OperatorError(failed.map(run => `${run.source_id}: ${run.error}`).join('\n'));
}
