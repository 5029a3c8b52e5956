// Lists that are looked up when they are requested, instead of being written with the version. Pages are bound to a version, like
// those of collections.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BetweenEdges, BetweenRequest } from '../../lookups/between.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { LookupValue } from '../../lookups/prepared-lookup.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import type { Operation } from '../contract/operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseListQuery } from '../http/list-query.ts';
import { expiredPageToken, type PageTokens } from '../http/page-token.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { asOfParameter, versionAsOf } from '../version-as-of.ts';

export interface LookupOptions {
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly pageTokens: PageTokens;
  readonly lookups: Lookups;
}

/** A request of a looked-up list. Lists of the parts of one object have its id in their path. */
export interface PagedLookupRequest extends ListRequest {
  Params: Readonly<Record<string, string>>;
}

type Parameters = Readonly<Record<string, LookupValue>>;
type Row = Readonly<Record<string, unknown>>;

/** Runs another lookup on the version of the page, for example to find the object in the path. */
export type LookUp = <Found>(name: string, parameters: Parameters) => Promise<Found[]>;

/** What more can be read for the items of a page, on its version. */
export interface PageReading {
  readonly request: FastifyRequest<PagedLookupRequest>;
  readonly version: Version;
  readonly lookUp: LookUp;
  /** What lies between subjects and objects in the graph of access. */
  between(request: BetweenRequest): Promise<BetweenEdges[]>;
}

export interface PagedLookup {
  readonly operation: Operation;
  /**
   * The file or folder of sql/lookups. Besides its own parameters it gets `$application_instance_id` (NULL: all), `$after` (the
   * `page_key` of the last row of the former page; NULL on the first one) and `$size`. It returns up to `$size` rows in the order
   * of the column `page_key`, a VARCHAR that is unique.
   */
  readonly name: string;
  /** Query parameters besides those of all lists. */
  readonly filters?: readonly string[];
  /**
   * The parameters of the lookup. It checks path and filters.
   * @throws ServiceError BAD_REQUEST, NOT_FOUND
   */
  parametersOf(request: FastifyRequest<PagedLookupRequest>, lookUp: LookUp, version: Version): Promise<Parameters>;
  /** The item for a row. Default: the row itself, without its `page_key`. */
  itemOf?(row: Row): object;
  /** The same for all rows of a page, when more has to be read for them. */
  itemsOf?(rows: readonly Row[], reading: PageReading): Promise<object[]>;
  /** What each page says besides its items. */
  aboutOf?(request: FastifyRequest<PagedLookupRequest>, version: Version): object;
}

export function registerPagedLookup(app: FastifyInstance, options: LookupOptions, list: PagedLookup): void {
  const { tenants, guard, pageTokens, lookups } = options;
  const { operation, name, itemOf = (row: Row) => row } = list;
  const filters = [...(list.filters ?? []), ...(operation.parameters.includes(asOfParameter) ? ['asOf'] : [])];
  serveOperation<PagedLookupRequest>(app, operation, { guard }, async (request, reply) => {
    const query = parseListQuery(request.query, filters);
    const caller = request.caller!;
    visibleTo(caller, query);
    const chosen = filters.map(filter => request.query[filter] ?? null);
    const asOf = filters.includes('asOf') ? (request.query['asOf'] as string | undefined) : undefined;
    const filter = JSON.stringify([request.params, query.applicationInstanceId ?? null, chosen]).toLowerCase();
    const pagination = { tenant: caller.tenant, collection: operation.operationId, filter, visible: caller.visible };
    const opened = query.pageToken === undefined ? undefined : pageTokens.open<string>(query.pageToken, pagination);
    const { catalogue } = servedTenant(tenants, caller.tenant);
    const version = opened ? await catalogue.find(opened.version) : await versionAsOf(catalogue, asOf);
    if (!version) throw expiredPageToken();
    whenOver(reply, version.hold());
    const signal = signalOf(reply);
    const origin = { clientId: caller.clientId, versionFolder: version.folder, visible: caller.visible };
    const lookUp: LookUp = (lookupName, parameters) =>
      lookups.rows({ ...origin, name: lookupName, parameters }, signal);
    const between = (pairs: BetweenRequest) => lookups.between(origin, pairs, signal);
    const rows = await lookUp<Row & { page_key: string }>(name, {
      ...(await list.parametersOf(request, lookUp, version)),
      application_instance_id: query.applicationInstanceId ?? null,
      after: opened?.position ?? null,
      size: query.pageSize + 1,
    });
    const shown = rows.slice(0, query.pageSize);
    const found = shown.map(({ page_key: _key, ...row }) => row);
    const items = list.itemsOf ? await list.itemsOf(found, { request, version, lookUp, between }) : found.map(itemOf);
    const nextPageToken =
      rows.length > shown.length
        ? pageTokens.seal({ ...pagination, version: version.number, position: shown.at(-1)!.page_key })
        : undefined;
    return reply
      .header('cache-control', 'private, no-store')
      .header('warehouse-version', String(version.number))
      .send({ ...list.aboutOf?.(request, version), items, nextPageToken });
  });
}
