// The route of the queues: how many jobs of each kind wait, and whether any process takes them.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { type JobName, jobNames, type Queue, QueueUnavailable } from '../../jobs/queue.ts';
import { requireWholeTenant } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { queuePagePath } from '../pages/queue-page.ts';
import { queueOperations } from './queue-operations.ts';

export interface QueueRouteOptions {
  readonly queue: Queue;
  readonly guard: Guard;
}

export function registerQueues(app: FastifyInstance, { queue, guard }: QueueRouteOptions): void {
  serveOperation<ListRequest>(app, queueOperations.listQueues, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    requireWholeTenant(request.caller!, 'The list of queues');
    const [depths, workers] = await Promise.all([answered(queue.depths()), knownWorkers(queue)]);
    const items = jobNames.map(name => ({ name, ...depths[name], workers: workers?.[name] }));
    const hasPage = queue.boardQueues() !== undefined;
    return reply.header('cache-control', 'private, no-store').send({ items, ...(hasPage && { page: queuePagePath }) });
  });
}

/** @throws ServiceError SERVICE_UNAVAILABLE */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof QueueUnavailable)) throw error;
    throw new ServiceError('SERVICE_UNAVAILABLE', 'the server of the queues does not answer', { cause: error });
  }
}

/** How many workers take each kind of job; undefined when the server of the queues does not list its clients. */
async function knownWorkers(queue: Queue): Promise<Record<JobName, number> | undefined> {
  try {
    return await queue.workers();
  } catch (error) {
    if (error instanceof QueueUnavailable) return undefined;
    throw error;
  }
}
