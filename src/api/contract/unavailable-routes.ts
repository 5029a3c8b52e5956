// Operations that belong to the contract and are not available in this deployment: they answer 501, after the same
// authentication, scope and body checks as any other.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Guard } from '../access/guard.ts';
import { routePath } from './operation.ts';
import { contractOperations } from './operations.ts';

export function registerContractRoutes(app: FastifyInstance, guard: Guard): void {
  for (const operation of contractOperations.filter(candidate => !candidate.implemented)) {
    app.route({
      method: operation.method,
      url: routePath(operation),
      ...(operation.scope !== 'none' && { onRequest: guard(operation.scope) }),
      handler: async () => {
        const name = `${operation.method} ${operation.path}`;
        throw new ServiceError('NOT_IMPLEMENTED', `${name} is not available in this deployment`);
      },
    });
  }
}
