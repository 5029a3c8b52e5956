// The routes of SCIM 2.0, read-only (RFC 7644). Errors are in its form and in that of the interface at once: clients of both understand them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { ScimRows } from '../../lookups/lookup-process.ts';
import type { ScimType } from '../../lookups/scim/attributes.ts';
import { mostScimMembers, type ScimSelection } from '../../lookups/scim/statements.ts';
import { isUuid } from '../../uuid.ts';
import type { Version } from '../../warehouse/version/version.ts';
import { type AddressSettings, resolveAddresses } from '../access/addresses.ts';
import { type ItemRequest, type ListRequest, serveOperation } from '../access/serve-operation.ts';
import type { Operation } from '../contract/operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { beginErrorAnswer } from '../http/errors.ts';
import { refuseQuery } from '../http/list-query.ts';
import { expiredPageToken, type PagedList, type PageTokens, type Pagination } from '../http/page-token.ts';
import type { LookupOptions } from '../lookups/paged-lookup.ts';
import { servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { scimResourceTypes, scimSchemas, serviceProviderConfig } from './discovery.ts';
import { parseScimGet, parseScimList, type ScimListQuery } from './parameters.ts';
import type { Projection } from './projection.ts';
import { scimResource } from './resources.ts';
import { scimOperations } from './scim-operations.ts';

export interface ScimOptions extends LookupOptions {
  readonly access: AddressSettings;
}

const mediaType = 'application/scim+json; charset=utf-8';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export function registerScim(app: FastifyInstance, options: ScimOptions): void {
  const { baseUrl } = resolveAddresses(options.access);
  app.register(async scope => {
    scope.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
    registerResources(scope, options, baseUrl);
    registerDiscovery(scope, options, baseUrl);
  });
}

/** RFC 7644, section 3.12. */
function answerError(error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = beginErrorAnswer(error, request, reply);
  const scimType = known.details?.['scimType'] ?? (known.status === 400 ? 'invalidValue' : undefined);
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(known.status),
    ...(scimType !== undefined && { scimType }),
    detail: known.message,
    ...known.toEnvelope(),
  };
  return reply.type(mediaType).send(JSON.stringify(body));
}

function registerResources(app: FastifyInstance, options: ScimOptions, baseUrl: string): void {
  const { guard } = options;
  const lists: readonly [ScimType, Operation, Operation][] = [
    ['User', scimOperations.listScimUsers, scimOperations.getScimUser],
    ['Group', scimOperations.listScimGroups, scimOperations.getScimGroup],
  ];
  for (const [type, list, get] of lists) {
    serveOperation<ListRequest>(app, list, { guard }, (request, reply) =>
      sendList(options, type, baseUrl, request, reply),
    );
    serveOperation<ItemRequest>(app, get, { guard }, async (request, reply) => {
      const { projection, asOf } = parseScimGet(request.query);
      const id = request.params.id.toLowerCase();
      const version = await versionAsOf(servedTenant(options.tenants, request.caller!.tenant).catalogue, asOf);
      whenOver(reply, version.hold());
      const selection = { type, filter: `id eq ${JSON.stringify(id)}`, descending: false, skip: 0, size: 1 };
      const found = isUuid(id) ? await lookedUp(options, version, selection, projection, request, reply) : undefined;
      if (!found?.rows[0]) {
        throw new ServiceError(
          'NOT_FOUND',
          `there is no ${type} ${id.slice(0, 60)}, or it is not visible to this client`,
        );
      }
      return begun(reply, version).send(projection.apply(scimResource(type, found.rows[0], baseUrl)));
    });
  }
}

async function sendList(
  options: ScimOptions,
  type: ScimType,
  baseUrl: string,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = parseScimList(type, request.query);
  const { filter, sortBy, descending, count, projection } = query;
  const { version, skip, tokenAt } = await placeOf(options, type, query, request, reply);
  const selection = { type, filter, sortBy, descending, skip, size: count };
  const { total, rows } = await lookedUp(options, version, selection, projection, request, reply);
  const end = skip + rows.length;
  const byCursor = query.cursor !== undefined;
  return begun(reply, version).send({
    schemas: [listSchema],
    totalResults: total,
    ...(!byCursor && { startIndex: query.startIndex }),
    itemsPerPage: rows.length,
    ...(byCursor && rows.length > 0 && end < total && { nextCursor: tokenAt(end) }),
    Resources: rows.map(row => projection.apply(scimResource(type, row, baseUrl))),
  });
}

/** Where a page begins, and in which version: by cursor in that of the first page. */
async function placeOf(
  { tenants, pageTokens }: ScimOptions,
  type: ScimType,
  { filter, sortBy, descending, startIndex, cursor, asOf }: ScimListQuery,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { tenant, visible } = request.caller!;
  const list = {
    tenant,
    collection: `scim-${type}`,
    filter: JSON.stringify([filter ?? null, sortBy ?? null, descending, ...(asOf === undefined ? [] : [asOf])]),
    visible,
  };
  const { catalogue } = servedTenant(tenants, tenant);
  const opened = cursor ? opening(pageTokens, cursor, list) : undefined;
  const version = opened ? await catalogue.find(opened.version) : await versionAsOf(catalogue, asOf);
  if (!version) throw cursorError(expiredPageToken());
  whenOver(reply, version.hold());
  const tokenAt = (position: number) => pageTokens.seal({ ...list, version: version.number, position });
  return { version, skip: opened?.position ?? (cursor === undefined ? startIndex - 1 : 0), tokenAt };
}

/** An error of a page token, as that of a cursor. Its type is that of RFC 9865, section 2.1. */
function cursorError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const message = error.message.replace(/^pageToken:/, 'cursor:').replace('nextPageToken', 'nextCursor');
  const scimType = error.details?.['reason'] === 'EXPIRED_PAGE_TOKEN' ? 'expiredCursor' : 'invalidCursor';
  return new ServiceError(error.code, message, { details: { ...error.details, parameter: 'cursor', scimType } });
}

function opening(pageTokens: PageTokens, cursor: string, list: PagedList): Pagination {
  try {
    return pageTokens.open(cursor, list);
  } catch (error) {
    throw cursorError(error);
  }
}

/** @throws ServiceError BAD_REQUEST when the groups of the page have more members than an answer holds */
async function lookedUp(
  { lookups }: ScimOptions,
  version: Version,
  selection: Omit<ScimSelection, 'withMembers'>,
  projection: Projection,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ScimRows> {
  const { clientId, visible } = request.caller!;
  const withMembers = projection.has(selection.type === 'User' ? 'groups' : 'members');
  const origin = { clientId, versionFolder: version.folder, visible };
  const found = await lookups.scim(origin, { ...selection, withMembers }, signalOf(reply));
  if (found.tooManyMembers === undefined) return found;
  const message = `the groups have ${found.tooManyMembers} members, more than ${mostScimMembers}; ask with excludedAttributes=members, a smaller count, or for Users with the filter groups.value eq "ID"`;
  throw new ServiceError('BAD_REQUEST', message, { details: { scimType: 'tooMany' } });
}

function begun(reply: FastifyReply, version?: Version): FastifyReply {
  reply.header('cache-control', 'private, no-store').type(mediaType);
  return version ? reply.header('warehouse-version', String(version.number)) : reply;
}

function registerDiscovery(app: FastifyInstance, { guard }: ScimOptions, baseUrl: string): void {
  serveOperation<ListRequest>(app, scimOperations.getScimServiceProviderConfig, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    return begun(reply).send(serviceProviderConfig(baseUrl));
  });
  const described: readonly [Operation, Operation, readonly { readonly id: string }[]][] = [
    [scimOperations.listScimResourceTypes, scimOperations.getScimResourceType, scimResourceTypes(baseUrl)],
    [scimOperations.listScimSchemas, scimOperations.getScimSchema, scimSchemas(baseUrl)],
  ];
  for (const [list, get, items] of described) {
    serveOperation<ListRequest>(app, list, { guard }, async (request, reply) => {
      // RFC 7644, section 4: a filter of these lists is refused with 403, other parameters are ignored.
      if (request.query['filter'] !== undefined) throw new ServiceError('FORBIDDEN', 'filter: this list takes none');
      const totalResults = items.length;
      const page = { totalResults, startIndex: 1, itemsPerPage: totalResults };
      return begun(reply).send({ schemas: [listSchema], ...page, Resources: items });
    });
    serveOperation<ListRequest & { Params: { name: string } }>(app, get, { guard }, async (request, reply) => {
      refuseQuery(request.query);
      const { name } = request.params;
      const found = items.find(({ id }) => id.toLowerCase() === name.toLowerCase());
      if (!found) throw new ServiceError('NOT_FOUND', `there is no ${JSON.stringify(name.slice(0, 100))}`);
      return begun(reply).send(found);
    });
  }
}
