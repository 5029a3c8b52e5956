// Registers the route of an operation. Method, path and scope follow from its declaration, which OpenAPI describes too.
import type {
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import { type Operation, routePath } from '../contract/operation.ts';
import type { OnError } from './audited-refusals.ts';
import type { Guard } from './guard.ts';

type Handler<Route extends RouteGenericInterface> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Route
>;

/** A request without an id in its path: it lists objects, or creates one. */
export interface ListRequest {
  Querystring: Record<string, unknown>;
}

/** A request of one item. */
export interface ItemRequest extends ListRequest {
  Params: { id: string };
}

/** How an operation is served. Its guard lets a request pass that has the scope of the operation. */
export interface ServeOptions {
  readonly guard: Guard;
  /** Called with each error before it is answered. */
  readonly onError?: OnError;
  /** The handler answers HEAD itself, too. Otherwise the answer to HEAD is the one to GET without its body. */
  readonly answersHead?: boolean;
  /** The handler compresses by itself. */
  readonly isCompressed?: boolean;
  /** The most bytes of the body, where it is not that of all operations. */
  readonly bodyLimit?: number;
}

export function serveOperation<Route extends RouteGenericInterface>(
  app: FastifyInstance,
  operation: Operation,
  { guard, onError, answersHead = false, isCompressed = false, bodyLimit }: ServeOptions,
  handler: Handler<Route>,
): void {
  const { method, scope } = operation;
  const scopeOf = ({ query }: FastifyRequest) => (isWithoutChange(query) ? operation.scopeWithoutChange : undefined);
  app.route<Route>({
    method: answersHead ? [method, 'HEAD'] : method,
    url: routePath(operation),
    ...(isCompressed && { config: { isCompressed } }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(scope !== 'none' && { onRequest: guard(scope, { scopeOf }) }),
    ...(onError && { onError }),
    handler,
  });
}

/** Whether a request for a change changes no source: it is previewed, or only proposed. */
function isWithoutChange(query: unknown): boolean {
  const { dryRun, proposal } = query as Record<string, unknown>;
  return dryRun === 'true' || proposal !== undefined;
}
