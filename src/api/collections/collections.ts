// The routes list and get of every collection. A list response consists of slices of files between two short texts; for clients that
// take gzip, the slices are compressed already.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import { collections, type ServedCollection } from '../../resources/registry.ts';
import { visibilityKey } from '../../resources/visibility/visible.ts';
import type { VersionCatalogue } from '../../warehouse/version/catalogue.ts';
import type { PageFrame } from '../../warehouse/version/documents/page.ts';
import { collectionName } from '../../warehouse/version/layout.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import { prefersGzip } from '../connections/compression.ts';
import type { HeldAnswers } from '../connections/held-answers.ts';
import { isNotModified } from '../http/conditional.ts';
import { type EntityTags, setEntityTag } from '../http/entity-tags.ts';
import { parseListQuery, parseParameters, parseUuid } from '../http/list-query.ts';
import { expiredPageToken, type PageTokens, type Pagination } from '../http/page-token.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { addVary } from '../http/vary.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { asOfParameter, versionAsOf } from '../version-as-of.ts';
import { versionOfLists } from '../version-in-service.ts';
import { facetsOperation, getOperation, listOperation } from './collection-operations.ts';
import { isSelection, parseSkip, selectionParameters, skipParameter } from './list-selection.ts';
import { createPageBuffers, pageBufferBytes } from './page-buffers.ts';
import { sendFacets, sendSelectedPage } from './selected-list.ts';
import { shownJob } from './wait-for-job.ts';

export interface CollectionOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly pageTokens: PageTokens;
  readonly entityTags: EntityTags;
  readonly held: HeldAnswers;
  readonly lookups: Lookups;
  readonly guard: Guard;
}

export function registerCollections(app: FastifyInstance, options: CollectionOptions): void {
  for (const served of collections) {
    const name = collectionName(served);
    serveOperation<ListRequest>(app, listOperation(served), options, (request, reply) =>
      sendPage(options, served, request, reply),
    );
    serveOperation<ListRequest>(app, facetsOperation(served), options, (request, reply) =>
      sendFacets(options, served, request, reply),
    );
    serveOperation<ItemRequest>(app, getOperation(served), options, (request, reply) =>
      sendItem(options, name, request, reply),
    );
  }
}

/** Query parameters of the lists of collections, besides those of all lists. */
const ofCollections = ['waitForJob', ...[skipParameter, asOfParameter, ...selectionParameters].map(({ name }) => name)];

const json = 'application/json; charset=utf-8';
const pageHead = Buffer.from('{"items":[');
const pageBuffers = createPageBuffers();

async function sendPage(
  options: CollectionOptions,
  served: ServedCollection,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, tenants, pageTokens, entityTags, held } = options;
  const collection = collectionName(served);
  const query = parseListQuery(request.query, ofCollections);
  const skip = parseSkip(request.query.skip as string | undefined);
  const waitsFor = request.query.waitForJob as string | undefined;
  if (waitsFor !== undefined && query.pageToken !== undefined) {
    throw wrongParameter('waitForJob', 'only the first page waits; later pages show the same version');
  }
  const asOf = request.query.asOf as string | undefined;
  refuseBoth(waitsFor, asOf);
  const caller = request.caller!;
  const { catalogue } = servedTenant(tenants, caller.tenant);
  if (isSelection(request.query as Record<string, string>) || isAlwaysSelected(served, caller, catalogue)) {
    await shownJob({ database, catalogue }, request, reply, waitsFor);
    return sendSelectedPage(options, served, query, request, reply);
  }
  visibleTo(caller, query);
  const { visible } = caller;
  const instance = query.applicationInstanceId;
  const filter = {
    tenant: caller.tenant,
    collection,
    filter: `${instance ?? ''}${asOf === undefined ? '' : ` as of ${asOf}`}`,
    visible,
  };
  const pagination = query.pageToken === undefined ? undefined : pageTokens.open(query.pageToken, filter);
  await shownJob({ database, catalogue }, request, reply, waitsFor);
  const version = await versionOfPage(catalogue, pagination, asOf);
  if (!version) {
    const nextPageToken = pageTokens.seal({ ...filter, version: 0, position: 0 });
    return reply.type(json).send(`{"items":[],"nextPageToken":"${nextPageToken}"}`);
  }
  const reader = version.collection(collection);
  const start = pagination?.position ?? 0;
  const position = skip === undefined ? start : reader.rowAfter(start, skip, visible, instance);
  const seen = `${instance ?? ''} ${visibilityKey(visible)}`;
  const kind = skip === undefined ? 'page' : 'counted page';
  const tag = entityTags(...identityOf(version), collection, kind, position, query.pageSize, seen);
  reply.header('warehouse-version', String(version.number));
  setEntityTag(reply, tag);
  addVary(reply, 'accept-encoding');
  if (isNotModified(request, tag)) return reply.code(304).send();
  const page = reader.page(position, query.pageSize, visible, instance);
  const nextPageToken =
    page.next === undefined ? undefined : pageTokens.seal({ ...filter, version: version.number, position: page.next });
  const frame: PageFrame = {
    before: pageHead,
    after: pageTail(nextPageToken, skip === undefined ? undefined : reader.count(visible, instance)),
    allocate: bytes => {
      held.hold(reply.raw, pageBufferBytes(bytes));
      return pageBuffers.take(bytes);
    },
  };
  const zipped = prefersGzip(request) ? await page.gzip(frame) : undefined;
  if (zipped) reply.header('content-encoding', 'gzip');
  const body = zipped ?? (await page.text(frame));
  // After the response has ended or failed, nothing reads the page any more.
  reply.raw.once('close', () => pageBuffers.give(body));
  return reply.type(json).send(body);
}

/**
 * Whether the rows of the plain list or their order would show a limited client what it may not see. Then the list is looked up, even
 * when nothing is selected.
 */
function isAlwaysSelected(
  { resource, collection }: ServedCollection,
  { visible }: Caller,
  catalogue: VersionCatalogue,
) {
  if (!visible || visible.personData || !catalogue.current()) return false;
  return resource.type === 'RiskViolation' || collection.order === 'blastRadius';
}

/** What follows the items of a page. */
function pageTail(nextPageToken: string | undefined, totalCount: number | undefined): Buffer {
  const token = nextPageToken === undefined ? '' : `,"nextPageToken":"${nextPageToken}"`;
  const total = totalCount === undefined ? '' : `,"totalCount":${totalCount}`;
  return Buffer.from(`]${token}${total}}`);
}

async function sendItem(
  { database, tenants, entityTags }: CollectionOptions,
  collection: string,
  request: FastifyRequest<ItemRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { waitForJob: waitsFor, asOf } = parseParameters(request.query, ['waitForJob', 'asOf']);
  refuseBoth(waitsFor, asOf);
  const id = parseUuid('id', request.params.id);
  const { catalogue } = servedTenant(tenants, request.caller!.tenant);
  await shownJob({ database, catalogue }, request, reply, waitsFor);
  const version = asOf === undefined ? versionOfLists(catalogue) : await versionAsOf(catalogue, asOf);
  const found = await version?.collection(collection).get(id, request.caller!.visible);
  if (!version || !found) {
    throw new ServiceError('NOT_FOUND', `${collection}: there is no ${id}, or it is not visible to this client`);
  }
  reply.header('warehouse-version', String(version.number));
  const tag = entityTags(...identityOf(version), collection, 'item', id, visibilityKey(request.caller!.visible));
  setEntityTag(reply, tag);
  if (isNotModified(request, tag)) return reply.code(304).send();
  return reply.type(json).send(found);
}

/** @throws ServiceError BAD_REQUEST */
function refuseBoth(waitForJob: string | undefined, asOf: string | undefined): void {
  if (waitForJob === undefined || asOf === undefined) return;
  throw wrongParameter(
    'waitForJob',
    'with `asOf`, the version is fixed: it shows the job or does not, however long one waits',
  );
}

/** The version in which a pagination began. One that began before the first publication continues in the current version. */
async function versionOfPage(
  catalogue: VersionCatalogue,
  pagination: Pagination | undefined,
  asOf: string | undefined,
): Promise<Version | undefined> {
  if (!pagination && asOf !== undefined) return versionAsOf(catalogue, asOf);
  if (!pagination || pagination.version === 0) return versionOfLists(catalogue);
  const version = await catalogue.find(pagination.version);
  if (!version) throw expiredPageToken();
  return version;
}

/** The number alone is not unique: a restored state assigns the same numbers again. */
function identityOf({ number, manifest }: Version): [number, string] {
  return [number, manifest.generatedAt];
}
