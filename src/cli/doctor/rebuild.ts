// rolecall doctor --rebuild: makes the version in service again, and shows what differs.
import type { RebuiltComparison } from '../../../pipelines/building/rebuild.ts';
import type { RebuildOutcome } from '../../deployment/operator/rebuild.ts';
import { OperatorError } from '../../errors.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { counted } from '../output.ts';
import { printDiagnosis } from './print-diagnosis.ts';
import type { Diagnosis } from './surroundings.ts';

/** @throws OperatorError, for exit code 1, when something differs and is not published, or when the build did not publish */
export async function rebuild(options: CommonOptions, publish: boolean): Promise<void> {
  const { comparison, build } = await withOperator(options, operator =>
    operator.rebuild({ tenant: options.tenant, publish }),
  );
  const findings = comparison ? findingsOf(comparison) : [unreadable];
  for (const finding of findings) printDiagnosis(finding);
  if (build) report(build);
  else if (findings.some(({ verdict }) => verdict === 'error'))
    throw new OperatorError('the version in service differs; add --publish to replace it');
}

const unreadable: Diagnosis = {
  what: 'version in service',
  verdict: 'error',
  message: 'there is none, or nothing of it can be read',
};

function findingsOf({ version, damaged, differences, newer }: RebuiltComparison): Diagnosis[] {
  const what = `version ${version}`;
  const findings: Diagnosis[] = [
    ...damaged.map(message => ({ what, verdict: 'error' as const, message })),
    ...differences.map(({ what: where, onlyFirst, onlySecond }) => ({
      what: where,
      verdict: 'error' as const,
      message: `${counted(onlyFirst, 'row')} only in version ${version}, ${counted(onlySecond, 'row')} only in the full build`,
    })),
  ];
  if (findings.length === 0) return [{ what, verdict: 'ok', message: 'is what a full build makes' }];
  const message = `newer data of ${newer.join(', ')} explain differences`;
  return newer.length === 0 ? findings : [...findings, { what, verdict: 'warning', message }];
}

function report({ status, version, error, findings }: NonNullable<RebuildOutcome['build']>): void {
  if (status === 'Published') {
    printDiagnosis({ what: `version ${version}`, verdict: 'ok', message: 'is in service; all of its files are new' });
    return;
  }
  const reasons = findings.filter(({ severity }) => severity === 'stop').map(({ message }) => message);
  throw new OperatorError(`nothing was published: ${error ?? reasons.join('; ')}`);
}
