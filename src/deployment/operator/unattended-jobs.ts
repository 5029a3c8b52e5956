// Which kinds of jobs no process of the deployment takes.
import { type JobName, jobNames, QueueUnavailable } from '../../jobs/queue.ts';
import type { Service } from '../service.ts';

/**
 * Of these kinds, those that no process takes. A deployment of one process takes all of them itself.
 * @returns null when the queue's server does not say
 */
export async function unattendedJobs(
  { config, queue }: Pick<Service, 'config' | 'queue'>,
  names: readonly JobName[] = jobNames,
): Promise<JobName[] | null> {
  if (config.queue_url === undefined) return [];
  try {
    const workers = await queue.workers();
    return names.filter(name => workers[name] === 0);
  } catch (error) {
    if (error instanceof QueueUnavailable) return null;
    throw error;
  }
}
