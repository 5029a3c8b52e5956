// rolecall sync: reads sources now and publishes a new version.
import process from 'node:process';
import type { SyncRequest } from '../../deployment/operator/commands.ts';
import { processConfigurations } from '../../deployment/operator/process-configurations.ts';
import type { SyncOutcome } from '../../deployment/operator/sync.ts';
import { OperatorError } from '../../errors.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { printLine } from '../output.ts';
import { reloadFirst } from '../reload.ts';
import { createSyncView } from './sync-view.ts';

/** @param reload take up the changed configuration file first */
export async function sync(
  options: CommonOptions,
  { reload, ...request }: Omit<SyncRequest, 'tenant'> & { reload: boolean },
): Promise<void> {
  const view = createSyncView();
  if (reload) await reloadFirst(options);
  const outcome = await withOperator(options, async operator => {
    for (const { what, message, isSame } of await processConfigurations(operator))
      if (!isSame) view.print(`note: ${what}: ${message}\n`);
    return operator.sync({ tenant: options.tenant, ...request }, event => view.show(event));
  });
  view.end();
  report(outcome, options.tenant);
}

function report({ runs, build, heldBack }: SyncOutcome, tenant: string | undefined): void {
  const failed = runs.filter(run => run.status === 'Failed');
  for (const finding of build?.findings ?? []) {
    const verdict = finding.severity === 'stop' ? 'held back' : 'note';
    printLine(`${verdict}: ${finding.message} (${finding.count} found)`, process.stderr);
  }
  if (build?.status === 'Published') process.stdout.write(`version ${build.version} is in service\n`);
  if (build?.status === 'Failed') throw new OperatorError(`the build failed: ${build.error}`);
  const problems = failed.map(run => `${run.source_id}: ${run.error}`);
  const held = heldBack.map(source => source.source_id);
  const accepting = (sources: readonly string[]) =>
    `if the change is right: rolecall${tenant === undefined ? '' : ` --tenant ${tenant}`} sync ${sources.join(' ')} --accept-loss`;
  if (build?.status === 'HeldBack') {
    const message = 'the new version is held back and the last good version stays in service';
    // The operator can accept findings about sources, but not a finding about the whole version.
    const isAboutSources = build.findings.every(({ severity, source }) => severity !== 'stop' || source !== undefined);
    problems.unshift(isAboutSources ? `${message}; ${accepting(held)}` : message);
  } else if (build) {
    const asked = held.filter(id => runs.some(run => run.source_id === id));
    if (asked.length > 0)
      problems.unshift(`${asked.join(', ')}: held back, the last good data are shown; ${accepting(asked)}`);
  }
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}
