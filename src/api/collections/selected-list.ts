// Lists that are filtered, sorted or shortened on request, and their facets. A lookup finds the ids; the objects are those of the
// plain list, byte by byte.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lookups } from '../../lookups/lookups.ts';
import type { ServedCollection } from '../../resources/registry.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import { collectionName } from '../../warehouse/version/layout.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { ListRequest } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { type ListQuery, parseLimit, parseParameters, parseUuid } from '../http/list-query.ts';
import { expiredPageToken, type PageTokens } from '../http/page-token.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { facetLimits, mostFacets } from './collection-operations.ts';
import { knownField, parseFilters, parseSelection, parseSkip } from './list-selection.ts';

export interface SelectedListOptions {
  readonly tenants: ServedTenants;
  readonly pageTokens: PageTokens;
  readonly lookups: Lookups;
}

/** Where the next page begins, and what the first page has counted. */
interface Position {
  /** Global id of the last object of the former page. */
  readonly after: string;
  readonly total: number;
}

export async function sendSelectedPage(
  { tenants, pageTokens, lookups }: SelectedListOptions,
  served: ServedCollection,
  query: ListQuery,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.caller!;
  const given = request.query as Record<string, string | undefined>;
  const { filters, sorts, fields } = parseSelection(served, given);
  visibleTo(caller, query);
  const collection = collectionName(served);
  const chosen = [caller.clientId, query.applicationInstanceId ?? null, given['filter'] ?? null, given['sort'] ?? null];
  const asOf = given['asOf'];
  if (asOf !== undefined) chosen.push(asOf);
  const list = { tenant: caller.tenant, collection, filter: digestOf(chosen), visible: caller.visible };
  const opened = query.pageToken === undefined ? undefined : pageTokens.open<Position>(query.pageToken, list);
  const { catalogue } = servedTenant(tenants, caller.tenant);
  const version = opened ? await catalogue.find(opened.version) : await versionAsOf(catalogue, asOf);
  if (!version) throw expiredPageToken();
  whenOver(reply, version.hold());
  const found = await lookups.page(
    { clientId: caller.clientId, versionFolder: version.folder, visible: caller.visible },
    {
      collection,
      filters,
      applicationInstanceId: query.applicationInstanceId ?? null,
      asOf: version.manifest.generatedAt,
      sorts,
      after: opened?.position.after ?? null,
      skip: parseSkip(given['skip']) ?? 0,
      size: query.pageSize + 1,
    },
    signalOf(reply),
  );
  const total = opened?.position.total ?? found.total!;
  const ids = found.ids.slice(0, query.pageSize);
  const items = await itemsOf(version, collection, ids, caller.visible, fields);
  const nextPageToken =
    found.ids.length > ids.length
      ? pageTokens.seal({ ...list, version: version.number, position: { after: ids.at(-1)!, total } })
      : undefined;
  const tail = { totalCount: total, ...(nextPageToken !== undefined && { nextPageToken }) };
  return reply
    .header('cache-control', 'private, no-store')
    .header('warehouse-version', String(version.number))
    .type('application/json; charset=utf-8')
    .send(`{"items":[${items.join(',')}],${JSON.stringify(tail).slice(1)}`);
}

/** Answer the request for facets of a list. */
export async function sendFacets(
  { tenants, lookups }: Omit<SelectedListOptions, 'pageTokens'>,
  served: ServedCollection,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { field, ...others } = request.query;
  const query = parseParameters(others, ['filter', 'limit', 'applicationInstanceId', 'asOf']);
  const instance = query.applicationInstanceId;
  const applicationInstanceId = instance === undefined ? undefined : parseUuid('applicationInstanceId', instance);
  const fields = facetFields(served, field);
  const size = parseLimit(query.limit, facetLimits);
  const filters = parseFilters(served, query.filter);
  const caller = request.caller!;
  visibleTo(caller, { applicationInstanceId });
  const version = await versionAsOf(servedTenant(tenants, caller.tenant).catalogue, query.asOf);
  whenOver(reply, version.hold());
  const found = await lookups.facets(
    { clientId: caller.clientId, versionFolder: version.folder, visible: caller.visible },
    {
      collection: collectionName(served),
      filters,
      applicationInstanceId: applicationInstanceId ?? null,
      asOf: version.manifest.generatedAt,
      fields,
      size,
    },
    signalOf(reply),
  );
  return reply
    .header('cache-control', 'private, no-store')
    .header('warehouse-version', String(version.number))
    .send({
      totalCount: found.total,
      facets: found.facets.map(({ field: name, values, distinct, missing }) => ({
        field: name,
        values,
        distinctCount: distinct,
        missingCount: missing,
      })),
    });
}

/** The JSON texts of objects. An object that was found in a version is in its files. */
async function itemsOf(
  version: Version,
  collection: string,
  ids: readonly string[],
  visible: Visible,
  fields: ReadonlySet<string> | undefined,
): Promise<string[]> {
  const reader = version.collection(collection);
  return Promise.all(
    ids.map(async id => {
      const found = await reader.get(id, visible);
      if (!found)
        throw new Error(`${collection}: ${id} is in the tables of version ${version.number}, not in its files`);
      const item = found.toString();
      return fields ? shortened(item, fields) : item;
    }),
  );
}

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** An item with some of its fields. Numbers with more digits than JavaScript keeps are copied as texts. */
function shortened(item: string, fields: ReadonlySet<string>): string {
  const exact = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? rawJSON(context!.source!) : value;
  const object: object = /\d{16}/.test(item) ? JSON.parse(item, exact) : JSON.parse(item);
  return JSON.stringify(Object.fromEntries(Object.entries(object).filter(([name]) => fields.has(name))));
}

/** @throws ServiceError BAD_REQUEST that names the wrong field */
function facetFields(served: ServedCollection, given: unknown): readonly string[] {
  const names = [given ?? []].flat().map(String);
  if (names.length === 0 || names.length > mostFacets) {
    const message = `${names.length} are given; 1 to ${mostFacets} are possible, each as a parameter of its own`;
    throw wrongParameter('field', message);
  }
  return [...new Set(names.map(name => knownField(served, 'field', name).name))];
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
