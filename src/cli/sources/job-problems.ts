// What is wrong with the jobs of a tenant. `rolecall runs` and `rolecall doctor` show the same problems.
import type { JobStatus } from '../../deployment/operator/commands.ts';
import { statusOf } from '../../state/runs.ts';

export interface JobProblem {
  readonly what: string;
  readonly verdict: 'warning' | 'error';
  readonly message: string;
}

export function problemsOf(status: JobStatus): JobProblem[] {
  return [...problemsOfRuns(status), ...problemsOfBuild(status), ...problemsOfQueues(status)];
}

function problemsOfRuns({ runs, heldBack }: JobStatus): JobProblem[] {
  const problems: JobProblem[] = [];
  for (const run of runs) {
    const what = `last run of ${run.source_id}`;
    if (run.status === 'Failed') problems.push({ what, verdict: 'error', message: run.error ?? 'failed' });
    else if (statusOf(run) === 'Partial') problems.push({ what, verdict: 'warning', message: run.error! });
    else if (run.retry_at) {
      const message = `retried at ${run.retry_at.toISOString()}: ${run.error}`;
      problems.push({ what, verdict: 'warning', message });
    }
  }
  for (const { source_id: source, since, findings } of heldBack) {
    const reasons = findings.map(({ message }) => message).join('; ');
    const message = `since ${since.toISOString()}: ${reasons}; its last good data are shown`;
    problems.push({ what: `source ${source} is held back`, verdict: 'error', message });
  }
  return problems;
}

function problemsOfBuild({ build }: JobStatus): JobProblem[] {
  const what = 'last build';
  if (build?.status === 'Failed') return [{ what, verdict: 'error', message: build.error ?? 'failed' }];
  if (build?.status === 'HeldBack') {
    return build.findings
      .filter(finding => finding.severity === 'stop' && finding.source === undefined)
      .map(({ message }) => ({ what: 'last build was held back', verdict: 'error', message }));
  }
  if (build?.status !== 'Published') return [];
  return build.findings.map(({ message, count }) => ({ what, verdict: 'warning', message: `${message} (${count})` }));
}

function problemsOfQueues({ unattended }: JobStatus): JobProblem[] {
  if (unattended === null) return [{ what: 'queue', verdict: 'error', message: withoutQueue }];
  if (unattended.length === 0) return [];
  return [{ what: 'workers', verdict: 'error', message: withoutWorker(unattended) }];
}

export const withoutQueue = 'the server of queue_url does not answer, and no process gets a job until it does';

/** @param names kinds of jobs that no process takes */
export function withoutWorker(names: readonly string[]): string {
  return `no process takes the jobs ${names.map(name => `\`${name}\``).join(', ')}; start one with \`rolecall work\``;
}
