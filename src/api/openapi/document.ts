// Builds the OpenAPI 3.1 document from a list of operations and the components of the registry.
import { errorCodes } from '../../errors.ts';
import type { JsonSchema } from '../../resources/json-schema.ts';
import type { Scope } from '../../state/clients/clients.ts';
import type { Operation, Parameter, Response } from '../contract/operation.ts';
import { componentSchemas, schemaAddress } from './components.ts';

export interface OpenApiOptions {
  /** Base address of the deployment; may hold `{environment}`. */
  readonly baseUrl: string;
  /** Address of the authorization host; may hold `{environment}`. */
  readonly authUrl: string;
  readonly title: string;
  /** Version of the interface, for example `1.0.0`. */
  readonly version: string;
  readonly description?: string;
  /** The default value of `{environment}`. */
  readonly environment?: string;
  readonly operations: readonly Operation[];
}

const scopeMeanings: Readonly<Record<Scope, string>> = {
  read: 'Read data, run queries, export',
  annotate: 'Save queries, accept risks, preview and propose changes: what changes no source',
  write: 'Change accounts, roles and groups in the sources; includes annotate',
  admin:
    'Manage the deployment: the audit log, sources, clients, the queues. Granted by name only, and implies no other scope',
};

/** A complete OpenAPI 3.1 document as plain JSON. */
export function openApiDocument(options: OpenApiOptions): JsonSchema {
  const { baseUrl, authUrl, title, version, description, environment = 'prod', operations } = options;
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description && { description }) },
    servers: [
      {
        url: baseUrl,
        ...(baseUrl.includes('{environment}') && {
          variables: { environment: { default: environment, description: 'Name of the deployment' } },
        }),
      },
    ],
    tags: [...new Set(operations.map(operation => operation.tag))].map(name => ({ name })),
    paths: pathItems(operations, baseUrl),
    components: {
      schemas: componentSchemas(),
      responses: errorResponses(operations),
      securitySchemes: {
        clientCredentials: {
          type: 'oauth2',
          description:
            'OAuth 2.0 client credentials grant (RFC 6749, section 4.4). Without a scope, the token has all scopes of the client',
          flows: {
            clientCredentials: {
              // A token URL must be a valid address, so insert the default environment.
              tokenUrl: `${authUrl.replaceAll('{environment}', environment)}/oauth2/token`,
              scopes: Object.fromEntries(
                Object.entries(scopeMeanings).map(([scope, meaning]) => [`${baseUrl}/${scope}`, meaning]),
              ),
            },
          },
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token that was issued before, for example the output of `rolecall token`',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-rolecall-session',
          description:
            'The session of a person who signed in at `/sign-in`. The role of the person decides about the scopes. Over http the cookie is `rolecall-session-PORT`',
        },
        csrfToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-csrf-token',
          description: '`csrfToken` of `GET /v1/session`. The request must come from a page of the same origin',
        },
      },
    },
  };
}

function pathItems(operations: readonly Operation[], baseUrl: string): Record<string, Record<string, JsonSchema>> {
  const items: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    items[operation.path] ??= {};
    items[operation.path]![operation.method.toLowerCase()] = operationObject(operation, baseUrl);
  }
  return items;
}

function operationObject(operation: Operation, baseUrl: string): JsonSchema {
  const { operationId, tag, summary, description, parameters, requestSchema, bodyIsOptional, responses } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    ...(requestSchema && { requestBody: { required: bodyIsOptional !== true, content: contentOf(requestSchema) } }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, responseObject(response)])),
      ...Object.fromEntries(errorStatuses(operation).map(status => [status, errorOf(operation, status)])),
    },
    security: securityOf(operation, baseUrl),
  };
}

/** The ways to authenticate. The session of a browser needs the CSRF token too, unless the operation changes nothing. */
function securityOf({ scope, scopeWithoutChange, method }: Operation, baseUrl: string): JsonSchema[] {
  if (scope === 'none') return [];
  const session = { session: [], ...(method !== 'GET' && { csrfToken: [] }) };
  if (scope === 'session') return [session];
  const enough: readonly Scope[] =
    scope === 'annotate' ? ['annotate', 'write'] : [scope, ...(scopeWithoutChange ? [scopeWithoutChange] : [])];
  const ofClients = enough.map(each => ({ clientCredentials: [`${baseUrl}/${each}`] }));
  return [...ofClients, { accessToken: [] }, session];
}

/** What every operation may answer before it is known what is requested. Their code is BAD_REQUEST. */
const connectionErrors: Readonly<Record<number, string>> = {
  408: 'The request did not arrive in time',
  417: '`Expect` names something other than `100-continue`',
  431: 'The headers, with the address, are larger than 16 KiB',
};

function errorOf({ errorSchema }: Operation, status: number): JsonSchema {
  if (errorSchema === undefined || status in connectionErrors) return { $ref: `#/components/responses/Error${status}` };
  return errorResponse(status, errorSchema);
}

function errorStatuses({ errors, requestSchema, scope }: Operation): number[] {
  return [
    ...errors,
    ...Object.keys(connectionErrors).map(Number),
    ...(requestSchema ? [413, 415] : []),
    // Authentication reads the state, which may be unavailable.
    ...(scope === 'none' || errors.includes(503) ? [] : [503]),
  ];
}

function parameterObject(parameter: Parameter): JsonSchema {
  return { ...parameter, ...(parameter.in === 'path' && { required: true }) };
}

function responseObject({ description, schema, orSchema, alsoAs = [], headers = {} }: Response): JsonSchema {
  const streams = Object.fromEntries(alsoAs.map(mediaType => [mediaType, {}]));
  return {
    description,
    ...headersObject(headers),
    ...((schema || alsoAs.length > 0) && { content: { ...(schema && contentOf(schema, orSchema)), ...streams } }),
  };
}

function contentOf(schema: string, orSchema?: string): JsonSchema {
  const reference = { $ref: schemaAddress(schema) };
  const either = { anyOf: [reference, { $ref: schemaAddress(orSchema ?? schema) }] };
  return { 'application/json': { schema: orSchema === undefined ? reference : either } };
}

function headersObject(headers: Readonly<Record<string, string>>): JsonSchema {
  const entries = Object.entries(headers);
  if (entries.length === 0) return {};
  return {
    headers: Object.fromEntries(
      entries.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
  };
}

/** One response component per error status in use, with the codes of the status and their meanings. */
function errorResponses(operations: readonly Operation[]): Record<string, JsonSchema> {
  const statuses = [...new Set(operations.flatMap(errorStatuses))].sort((left, right) => left - right);
  return Object.fromEntries(statuses.map(status => [`Error${status}`, errorResponse(status)]));
}

function errorResponse(status: number, schema = 'Error'): JsonSchema {
  const codes = Object.entries(errorCodes).filter(([, code]) => code.status === status);
  const description = codes.map(([code, { meaning }]) => `\`${code}\`: ${meaning}`).join('. ');
  return {
    description:
      connectionErrors[status] ||
      description ||
      'The request is valid and permitted, but conflicts with the current state. `code` names the conflict',
    ...([429, 503].includes(status) && headersObject({ 'Retry-After': 'Seconds to wait before the next try' })),
    content: contentOf(schema),
  };
}
