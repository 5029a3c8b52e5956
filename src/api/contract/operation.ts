// Operations of the interface as plain data. The OpenAPI document and the routes are made from these declarations.

import type { JsonSchema } from '../../resources/json-schema.ts';
import type { Scope } from '../../state/clients/clients.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  /** Name of a component schema; absent when the response has no body. */
  readonly schema?: string;
  /** Name of another component schema that the body may have instead. */
  readonly orSchema?: string;
  /** Content types of the body besides `application/json`. */
  readonly alsoAs?: readonly string[];
  /** Header → description. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path in OpenAPI's form, for example `/v1/roles/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** `session`: needs the session of a browser, and takes no token. */
  readonly scope: Scope | 'session' | 'none';
  /** Enough for a request with `dryRun=true` or with `proposal`: it changes no source. */
  readonly scopeWithoutChange?: Scope;
  readonly parameters: readonly Parameter[];
  /** Name of the component schema of the JSON body; absent when the operation takes no body. */
  readonly requestSchema?: string;
  /** The body may be left out. */
  readonly bodyIsOptional?: boolean;
  /** Status → response, without errors. */
  readonly responses: Readonly<Record<number, Response>>;
  /** Statuses of errors. */
  readonly errors: readonly number[];
  /** Name of the component schema of the body of errors, where a protocol has its own; by default the error envelope. */
  readonly errorSchema?: string;
}

/** Objects on a page of a list. */
export const pageSizeLimits = { default: 50, minimum: 1, maximum: 200 } as const;

export const pageSize: Parameter = {
  name: 'pageSize',
  in: 'query',
  description: 'How many items a page holds at most',
  schema: { type: 'integer', format: 'int32', ...pageSizeLimits },
};

export const pageToken: Parameter = {
  name: 'pageToken',
  in: 'query',
  description:
    'Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it',
  schema: { type: 'string', minLength: 1 },
};

export const applicationInstanceId: Parameter = {
  name: 'applicationInstanceId',
  in: 'query',
  description: 'Limits the list to one connected integration; left out, it covers all of them',
  schema: { type: 'string', format: 'uuid' },
};

/** An id in the path. */
export function pathParameter(name: string, description: string): Parameter {
  return { name, in: 'path', description, schema: { type: 'string', format: 'uuid' } };
}

/** The path in the form of the HTTP router: `/v1/roles/{id}` → `/v1/roles/:id`. */
export function routePath(operation: Pick<Operation, 'path'>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
}
