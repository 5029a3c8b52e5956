// Routes for operations of the contract that this deployment does not offer. They answer 501, after the same checks of
// authentication, scope, id, query and body as all other routes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Guard } from '../access/guard.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { parsePageQuery, parseUuid, refuseQuery } from '../http/list-query.ts';
import { invalidPageToken } from '../http/page-token.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { type Operation, pageSize, pageToken, routePath } from './operation.ts';
import { contractOperations } from './operations.ts';
import { requestSchemas } from './schemas.ts';
import { type ListRequest, serveOperation } from './serve-operation.ts';

/**
 * Registers a route for each operation that is not implemented.
 * @throws Error when an operation is declared as implemented and has no route yet
 */
export function registerUnavailableOperations(app: FastifyInstance, guard: Guard): void {
  for (const operation of contractOperations) {
    const { method, path, operationId } = operation;
    if (operation.implemented) {
      if (app.hasRoute({ method, url: routePath(operation) })) continue;
      throw new Error(`${operationId}: is declared as implemented, and has no route`);
    }
    serveOperation<AnyRequest>(app, operation, { guard }, async request => {
      checkRequest(operation, request);
      throw new ServiceError('NOT_IMPLEMENTED', `${method} ${path} is not available in this deployment`);
    });
  }
}

interface AnyRequest extends ListRequest {
  Params: Record<string, string>;
}

/** @throws ServiceError BAD_REQUEST for requests that the operation would refuse with any data */
function checkRequest(operation: Operation, request: FastifyRequest<AnyRequest>): void {
  for (const [name, value] of Object.entries(request.params)) parseUuid(name, value);
  checkQuery(operation, request.query);
  const { requestSchema } = operation;
  if (requestSchema === undefined) refuseBody(request.body);
  else parseBody(requestSchemas[requestSchema as keyof typeof requestSchemas], request.body);
  if (operation.parameters.some(({ name }) => name === 'Idempotency-Key')) idempotentRequest(request);
}

function checkQuery({ parameters }: Operation, query: Record<string, unknown>): void {
  if (!parameters.includes(pageToken)) refuseQuery(query);
  // Some lists take a page token but no page size.
  else if (!parameters.includes(pageSize)) refuseQuery(without(query, pageToken.name));
  // These lists have never issued a token.
  if (parsePageQuery(query).pageToken !== undefined) throw invalidPageToken('no page of this list ended with it');
}

function without(query: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...others } = query;
  return others;
}
