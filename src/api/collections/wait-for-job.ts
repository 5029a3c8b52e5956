// Reads that show what an action job has changed: with `waitForJob`, the answer comes once the version in service shows it.
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { getActionJob } from '../../state/actions/jobs.ts';
import type { VersionCatalogue } from '../../warehouse/version/catalogue.ts';
import { scopeOf } from '../access/caller.ts';
import { dataSyncOf } from '../action-jobs/view-job.ts';
import type { Parameter } from '../contract/operation.ts';
import { signalOf } from '../http/client-signal.ts';
import { parseUuid } from '../http/list-query.ts';

const waitSeconds = { default: 10, maximum: 60 } as const;
const pollMs = 200;

export const waitForJob: readonly Parameter[] = [
  {
    name: 'waitForJob',
    in: 'query',
    description:
      'Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'Prefer',
    in: 'header',
    description: `\`wait=N\` (RFC 7240): how many seconds \`waitForJob\` may take, at most ${waitSeconds.maximum}; default ${waitSeconds.default}`,
    schema: { type: 'string' },
  },
];

/**
 * Resolves when the version in service shows what the job has changed; at once when the request names no job.
 * @throws ServiceError JOB_NOT_VISIBLE after the time that the client allows, or when the data cannot show it; NOT_FOUND for
 *   jobs that the client may not see
 */
export async function shownJob(
  { database, catalogue }: { readonly database: Database; readonly catalogue: VersionCatalogue },
  request: FastifyRequest,
  reply: FastifyReply,
  jobId: string | undefined,
): Promise<void> {
  if (jobId === undefined) return;
  const id = parseUuid('waitForJob', jobId);
  const preferred = preferredSeconds(request.headers.prefer);
  const seconds = preferred ?? waitSeconds.default;
  // RFC 7240, section 3.
  if (preferred !== undefined) reply.header('preference-applied', `wait=${seconds}`);
  const scope = scopeOf(request.caller!);
  const signal = signalOf(reply);
  for (const until = performance.now() + seconds * 1000; ; ) {
    const job = await getActionJob(database, scope, id);
    const status = dataSyncOf(job, catalogue);
    if (status === 'Completed') return;
    if (status === 'Failed' || performance.now() >= until) {
      const why =
        status === 'Failed'
          ? 'the run that should read the changes failed'
          : `the job is ${job.status} and its data sync ${status} after ${seconds} s`;
      throw new ServiceError('JOB_NOT_VISIBLE', `waitForJob: ${why}`, {
        details: { status: job.status, dataSync: status },
      });
    }
    await setTimeout(pollMs, undefined, { signal });
    if (job.data_sync === 'Completed') await catalogue.refresh();
  }
}

/** @throws ServiceError BAD_REQUEST for a `wait` that is not a number of seconds */
function preferredSeconds(prefer: string | string[] | undefined): number | undefined {
  const preferences = [prefer ?? []].flat().join(',').split(/[,;]/);
  const wait = preferences.map(preference => /^\s*wait\s*=\s*"?([^"]*)"?\s*$/i.exec(preference)?.[1]).find(Boolean);
  if (wait === undefined) return undefined;
  if (/^\d{1,9}$/.test(wait)) return Math.min(Number(wait), waitSeconds.maximum);
  throw new ServiceError('BAD_REQUEST', 'Prefer: wait must be a whole number of seconds, for example wait=10', {
    details: { parameter: 'Prefer' },
  });
}
