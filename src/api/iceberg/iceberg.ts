// A read-only Iceberg REST catalogue over the tables that the sweep publishes. It hands out metadata only: engines read the files
// themselves, in the folder or bucket. A table has the rows of all application instances, so a client that is limited to some of them
// gets no table.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { tenantKeys } from '../../warehouse/keys.ts';
import { publishedTables, readTableMetadata } from '../../warehouse/open-tables/read-metadata.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { serveOperation } from '../access/serve-operation.ts';
import { beginErrorAnswer } from '../http/errors.ts';
import { parseParameters, refuseQuery } from '../http/list-query.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { icebergOperations } from './iceberg-operations.ts';

export interface IcebergOptions {
  readonly storage: Storage;
  readonly guard: Guard;
  /** Whether the configuration says that versions are published as open tables. */
  readonly hasOpenTables: boolean;
}

interface TableRequest {
  Params: { namespace: string; table: string };
  Querystring: Record<string, unknown>;
}

/** Names of errors in the Iceberg REST specification. */
const errorTypes: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  401: 'NotAuthorizedException',
  403: 'ForbiddenException',
  404: 'NoSuchTableException',
  501: 'UnsupportedOperationException',
  503: 'ServiceUnavailableException',
};

export function registerIceberg(app: FastifyInstance, options: IcebergOptions): void {
  app.register(async scope => {
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const known = beginErrorAnswer(error, request, reply);
      const isOfNamespace = known.status === 404 && !request.url.includes('/tables/');
      const type = isOfNamespace ? 'NoSuchNamespaceException' : (errorTypes[known.status] ?? 'ServiceFailureException');
      const { message, status } = known;
      reply.send({ error: { message, type, code: status } });
    });
    registerOperations(scope, options);
  });
}

function registerOperations(app: FastifyInstance, { storage, guard, hasOpenTables }: IcebergOptions): void {
  const served = { guard, answersHead: true };
  const answer = (method: string, reply: FastifyReply, body: object | string) => {
    reply.header('cache-control', 'private, no-store');
    // The specification answers 204 where something is there.
    return method === 'HEAD' ? reply.code(204).send() : reply.type('application/json; charset=utf-8').send(body);
  };

  serveOperation<TableRequest>(app, icebergOperations.getIcebergConfig, served, async (request, reply) => {
    parseParameters(request.query, ['warehouse']);
    requireTables(hasOpenTables, request.caller!);
    const endpoints = Object.values(icebergOperations)
      .filter(operation => operation !== icebergOperations.getIcebergConfig)
      .map(({ path }) => path.replace('/iceberg/v1/', '/v1/{prefix}/'))
      .flatMap(path => [`GET ${path}`, ...(path.endsWith('}') ? [`HEAD ${path}`] : [])]);
    return answer(request.method, reply, { defaults: {}, overrides: {}, endpoints });
  });
  serveOperation<TableRequest>(app, icebergOperations.listIcebergNamespaces, served, async (request, reply) => {
    // The specification takes an empty parent for none.
    const { parent = '' } = parseParameters(request.query, ['parent', 'pageSize', 'pageToken']);
    const { tenant } = requireTables(hasOpenTables, request.caller!);
    if (parent !== '') requireNamespace(parent, tenant);
    return answer(request.method, reply, { namespaces: parent === '' ? [[tenant]] : [] });
  });
  serveOperation<TableRequest>(app, icebergOperations.getIcebergNamespace, served, async (request, reply) => {
    refuseQuery(request.query);
    const { tenant } = requireTables(hasOpenTables, request.caller!);
    requireNamespace(request.params.namespace, tenant);
    return answer(request.method, reply, { namespace: [tenant], properties: {} });
  });
  serveOperation<TableRequest>(app, icebergOperations.listIcebergTables, served, async (request, reply) => {
    parseParameters(request.query, ['pageSize', 'pageToken']);
    const { tenant } = requireTables(hasOpenTables, request.caller!);
    requireNamespace(request.params.namespace, tenant);
    const names = await publishedTables(storage, tenantKeys(tenant));
    return answer(request.method, reply, { identifiers: names.map(name => ({ namespace: [tenant], name })) });
  });
  serveOperation<TableRequest>(app, icebergOperations.loadIcebergTable, served, async (request, reply) => {
    // Views, which engines name in `referenced-by`, change nothing here.
    const { snapshots = 'all' } = parseParameters(request.query, ['snapshots', 'referenced-by']);
    if (snapshots !== 'all' && snapshots !== 'refs') throw wrongParameter('snapshots', 'must be all or refs');
    const { tenant } = requireTables(hasOpenTables, request.caller!);
    const { namespace, table } = request.params;
    requireNamespace(namespace, tenant);
    const found = await readTableMetadata(storage, tenantKeys(tenant), table);
    if (!found) throw new ServiceError('NOT_FOUND', `there is no table ${JSON.stringify(table)}`);
    const metadata = snapshots === 'all' ? found.text : withNewestOnly(found.text);
    const location = JSON.stringify(found.location);
    return answer(request.method, reply, `{"metadata-location":${location},"metadata":${metadata},"config":{}}`);
  });
}

/** @throws ServiceError NOT_IMPLEMENTED, FORBIDDEN */
function requireTables(hasOpenTables: boolean, caller: Caller): Caller {
  if (!hasOpenTables)
    throw new ServiceError(
      'NOT_IMPLEMENTED',
      'open tables are not published; the operator sets `open_tables: true` in the configuration',
    );
  if (caller.visible !== undefined)
    throw new ServiceError(
      'FORBIDDEN',
      'a table has the rows of all application instances, and the client is limited to some of them',
    );
  return caller;
}

/** @throws ServiceError NOT_FOUND for any other namespace than that of the tenant */
function requireNamespace(namespace: string, tenant: string): void {
  if (namespace !== tenant)
    throw new ServiceError(
      'NOT_FOUND',
      `there is no namespace ${JSON.stringify(namespace)}; it is named as the tenant`,
    );
}

function withNewestOnly(text: string): string {
  const metadata = JSON.parse(text) as { 'current-snapshot-id': number; snapshots: { 'snapshot-id': number }[] };
  const newest = metadata['current-snapshot-id'];
  return JSON.stringify({
    ...metadata,
    snapshots: metadata.snapshots.filter(snapshot => snapshot['snapshot-id'] === newest),
  });
}
