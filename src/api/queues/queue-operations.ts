// The operation that shows the queues of background jobs. It is an extension of the interface by this service.
import { group, jsonResponse, readErrors } from '../contract/operation-groups.ts';

export const queueOperations = group('Queues', {
  listQueues: {
    method: 'GET',
    path: '/v1/queues',
    summary: 'Count the background jobs of the deployment by kind, and the processes that take them',
    description: 'For clients that see the whole tenant. The queues are those of all tenants of the deployment.',
    scope: 'admin',
    responses: { 200: jsonResponse('QueueList', 'The queues') },
    errors: [...readErrors, 503],
  },
});
