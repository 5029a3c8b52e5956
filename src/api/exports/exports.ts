// The routes of exports, except the route of their files. An export is a file, for which the client polls, or a direct stream.
//
// The header of sql/export/<context>.sql declares key, columns and types. The filters are checked against it, and the request is accepted
// for the version in service. Values are bound, and the order ends with the key. A direct stream comes from the same kind of process as a
// file, through its pipe.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { exportContext } from '../../exports/contexts.ts';
import { type ExportFormat, mediaTypes, offeredName } from '../../exports/export-file.ts';
import type { ExportRequest, Kept } from '../../exports/export-process.ts';
import type { Exporter, ExportOrigin } from '../../exports/exporter.ts';
import { ExportFailed } from '../../exports/failures.ts';
import { checkFilters } from '../../exports/filters.ts';
import { checkSorts } from '../../exports/sorts.ts';
import { stateRowsOf } from '../../exports/state-rows.ts';
import { plainVisibility } from '../../resources/visibility/visible.ts';
import { Overloaded } from '../../sandbox/waiting-line.ts';
import { recordAudit } from '../../state/audit.ts';
import {
  auditExport,
  createExport,
  type ExportOwner,
  type ExportPosition,
  type ExportRecord,
  getExport,
  listExports,
} from '../../state/exports.ts';
import { writeOnce } from '../../state/idempotency.ts';
import type { VersionCatalogue } from '../../warehouse/version/catalogue.ts';
import type { Version } from '../../warehouse/version/version.ts';
import { type Caller, ownerOfCaller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { preferredType } from '../http/accept.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { parsePageQuery, refuseQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { badBody, parseBody } from '../http/request-body.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import type { ExportLinks } from './export-links.ts';
import { exportOperations } from './export-operations.ts';
import { downloadCreationSchema, savedFileSchema } from './export-schemas.ts';

export interface ExportRequestOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly exporter: Exporter;
  readonly guard: Guard;
  readonly links: ExportLinks;
  readonly pageTokens: PageTokens;
}

export function registerExports(app: FastifyInstance, options: ExportRequestOptions): void {
  const { database, guard, links, pageTokens } = options;
  const { createDownload, recordSavedFile, listDownloads, getDownload, getDownloadManifest } = exportOperations;

  serveOperation<ListRequest>(app, createDownload, { guard }, (request, reply) => create(options, request, reply));

  serveOperation<ListRequest>(app, recordSavedFile, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const { name, bytes } = parseBody(savedFileSchema, request.body);
    const { tenant, principalId: principal } = exporterOf(request.caller!);
    const entry = { tenant, principal, action: 'download.save', target: name, outcome: 'done' } as const;
    await recordAudit(database, { ...entry, details: { bytes } });
    return reply.code(204).send();
  });

  serveOperation<ListRequest>(app, listDownloads, { guard }, async (request, reply) => {
    const { pageSize, pageToken } = parsePageQuery(request.query);
    const { visible } = request.caller!;
    const owner = exporterOf(request.caller!);
    const filter = JSON.stringify([owner.clientId, owner.principalId]);
    const page = listPage<ExportPosition>(
      pageTokens,
      { tenant: owner.tenant, collection: 'downloads', filter, visible },
      pageToken,
    );
    const { exports, next } = await listExports(database, owner, pageSize, page.after);
    const items = exports.map(exported => ({ ...view(exported, links), ...aboutOf(exported) }));
    return reply.header('cache-control', 'private, no-store').send({ items, nextPageToken: page.tokenOf(next) });
  });

  serveOperation<ItemRequest>(app, getDownload, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const exported = await getExport(database, exporterOf(request.caller!), request.params.id);
    return reply.header('cache-control', 'private, no-store').send(view(exported, links));
  });

  serveOperation<ItemRequest>(app, getDownloadManifest, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const exported = await getExport(database, exporterOf(request.caller!), request.params.id);
    return reply.header('cache-control', 'private, no-cache').send(manifestOf(exported));
  });
}

/** A principal whose limits have changed no longer reads what it exported with the former ones. */
function exporterOf(caller: Caller): ExportOwner {
  return { ...ownerOfCaller(caller), visible: plainVisibility(caller.visible) };
}

async function create(options: ExportRequestOptions, request: FastifyRequest<ListRequest>, reply: FastifyReply) {
  const { database, tenants, exporter, links } = options;
  refuseQuery(request.query);
  const idempotent = idempotentRequest(request);
  const type = preferredType(request, reply, ['application/json', 'text/csv']);
  const body = parseBody(downloadCreationSchema, request.body);
  const asked = checked(body, type === 'text/csv');
  const caller = request.caller!;
  const { catalogue, startExport } = servedTenant(tenants, caller.tenant);
  const version = await versionAsOf(catalogue, body.asOf);
  whenOver(reply, version.hold());
  const earlier = await earlierVersion(catalogue, body, version);
  if (earlier) whenOver(reply, earlier.hold());
  const owner = exporterOf(caller);
  const exported: ExportRequest = {
    ...asked,
    ...(earlier && { since: earlier.number }),
    asOf: version.manifest.generatedAt,
  };
  const { visible } = owner;
  const origin: ExportOrigin = {
    owner: owner.clientId,
    versionFolder: version.folder,
    earlierFolder: earlier?.folder,
    visible,
  };
  const signal = signalOf(reply);
  await checkPatterns(exporter, origin, exported, signal);
  reply.header('cache-control', 'private, no-store');
  if (type === 'text/csv') {
    await auditExport(database, owner, exported, version.number);
    const state = await stateRowsOf(database, exported.context, { tenant: caller.tenant, visible });
    const csv = await orUnavailable(exporter.stream({ ...origin, state }, exported, signal));
    const name = offeredName(exported.context, version.number, 'csv');
    reply.header('warehouse-version', String(version.number));
    return reply.header('content-disposition', `attachment; filename="${name}"`).type(mediaTypes.csv).send(csv);
  }
  const made = await writeOnce(database, idempotent, {
    make: transaction =>
      createExport(transaction, owner, { request: exported, version: version.number, since: earlier?.number }),
    idOf: ({ export_id }) => export_id,
    find: (transaction, id) => getExport(transaction, owner, id),
  });
  if (made.status === 'accepted') await startExport(made.export_id);
  reply.header('warehouse-version', String(made.version));
  const location = `${exportOperations.createDownload.path}/${made.export_id}`;
  return reply.code(201).header('location', location).send(view(made, links));
}

/**
 * The version with which a context compares another; undefined for a context that reads one version.
 * @throws ServiceError BAD_REQUEST, VERSION_GONE
 */
async function earlierVersion(
  catalogue: VersionCatalogue,
  { context, since }: z.output<typeof downloadCreationSchema>,
  version: Version,
): Promise<Version | undefined> {
  if (!exportContext(context)!.comparesVersions) {
    if (since === undefined) return undefined;
    throw wrongParameter('since', `${context} reads one version; \`asOf\` names it`);
  }
  const earlier = await versionAsOf(catalogue, since ?? String(catalogue.kept().at(-1)!.version), 'since');
  if (earlier.number <= version.number) return earlier;
  const message = `version ${earlier.number} is newer than version ${version.number}, with which it is compared`;
  throw wrongParameter('since', message);
}

/** @throws ServiceError BAD_REQUEST that names every invalid field, type, operator and value */
function checked(
  { context: name, params }: z.output<typeof downloadCreationSchema>,
  asStream: boolean,
): Omit<ExportRequest, 'asOf'> {
  const context = exportContext(name);
  if (!context) throw new ServiceError('NOT_IMPLEMENTED', `context ${name} is not available in this deployment`);
  const { filterBy: filters = [], sortBy: sorts = [], format = context.document?.format ?? 'csv' } = params ?? {};
  const problems = [...checkFilters(context, filters), ...checkSorts(context, sorts)];
  if (asStream && format !== 'csv') {
    problems.push({
      path: 'params.format',
      message: 'a stream is always CSV; omit the Accept header to export a file',
    });
  }
  if (context.document) {
    const given = { format: params?.format !== undefined, sortBy: sorts.length > 0 };
    for (const [member, isGiven] of Object.entries(given)) {
      if (isGiven) problems.push({ path: `params.${member}`, message: `${name} is a document, which has its own` });
    }
  }
  if (problems.length > 0) throw badBody(problems);
  return { context: name, filters, sorts, format: format as ExportFormat };
}

/** Checks regular expressions by the engine, because only it knows which ones it accepts. */
async function checkPatterns(
  exporter: Exporter,
  origin: ExportOrigin,
  { filters }: ExportRequest,
  signal: AbortSignal,
): Promise<void> {
  if (!filters.some(({ filterType }) => filterType === 'matches')) return;
  const problems = await orUnavailable(exporter.check(origin, filters, signal));
  if (problems.length > 0) throw badBody(problems);
}

/** @throws ServiceError SERVICE_UNAVAILABLE when the export was not started, or failed before its first byte */
async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Overloaded) {
      throw new ServiceError('SERVICE_UNAVAILABLE', 'too many exports are waiting; try again in a few seconds');
    }
    if (!(error instanceof ExportFailed) || error.code === 'EXPORT_FAILED') throw error;
    throw new ServiceError('SERVICE_UNAVAILABLE', error.message, { details: { code: error.code }, cause: error });
  }
}

function view({ export_id: exportId, status, error, read_at: readAt }: ExportRecord, links: ExportLinks): object {
  const url = status === 'completed' ? links.sign(exportId, readAt) : undefined;
  return { id: exportId, status, url, error };
}

/** What a list says about an export in addition to its state. */
function aboutOf({ request, written, version, created_at: createdAt, ended_at: endedAt }: ExportRecord): object {
  const { context, format } = request as ExportRequest;
  const kept = written as Kept | null;
  return {
    context,
    format,
    version: String(version),
    createdAt,
    endedAt: endedAt ?? undefined,
    rows: kept?.rows,
    bytes: kept?.bytes,
  };
}

/** @throws ServiceError NOT_FOUND before the export is completed */
function manifestOf(exported: ExportRecord): object {
  const { export_id: exportId, tenant, status, visible, version, since_version: since } = exported;
  const { created_at: createdAt, ended_at: endedAt } = exported;
  if (status !== 'completed') {
    throw new ServiceError('NOT_FOUND', `the export is ${status}; it has a manifest once it is completed`);
  }
  const { context, filters, sorts, format } = exported.request as ExportRequest;
  const { rows, bytes, sha256, columns, sources } = exported.written as Kept;
  return {
    id: exportId,
    context,
    params: { filterBy: filters, sortBy: sorts, format },
    tenant,
    ...(visible && { applicationInstanceIds: visible.instances }),
    version: String(version),
    ...(since !== null && { since: String(since) }),
    createdAt,
    completedAt: endedAt,
    rows,
    bytes,
    sha256,
    columns,
    sources,
  };
}
