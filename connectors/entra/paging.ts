// Lists of Microsoft Graph and of Azure Resource Manager: the body names the next page. Only links to the same host are followed,
// because the HTTP client refuses others.
import type { Gap } from '../../src/connector/contract.ts';
import { nextFromBody } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { valueAt } from '../../src/connector/json-values.ts';
import type { EntraClient } from './client.ts';

export interface GraphList {
  /** Below `v1.0`, such as `users`. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** The application permission that the list needs, for messages. */
  readonly permission: string;
  /** The body is one object, and not a list of them. */
  readonly single?: boolean;
  /** Statuses that say that the tenant does not have what is listed: an empty list. */
  readonly absent?: readonly number[];
}

/** @param from address of the page to begin with; undefined: the first one */
export const graphPages = (client: EntraClient, list: GraphList, from?: string): AsyncGenerator<PageOfList> =>
  pagesOfList(client.graph, graphList(list), from);

export type WholeList = { items: unknown[]; gaps: Gap[] };

/** All items of a list that is short, with its gaps. */
export const wholeGraphList = (client: EntraClient, list: GraphList): Promise<WholeList> =>
  wholeList(client.graph, graphList(list));

const graphList = ({ path, query, permission, single, absent }: GraphList): SourceList => ({
  name: `GET /v1.0/${path}`,
  request: from => (from === undefined ? { url: `v1.0/${path}`, ...(query && { query }) } : { url: from }),
  items: single ? body => [body] : itemsOf,
  next: ({ body }) => (single ? undefined : nextFromBody(body, ['@odata.nextLink'])),
  remedy: `grant the application permission ${permission}`,
  ...(absent && { absent }),
});

function itemsOf(body: unknown): readonly unknown[] | undefined {
  const items = valueAt(body, 'value');
  return Array.isArray(items) ? items : undefined;
}

export interface AzureList {
  /** Such as `subscriptions`. */
  readonly path: string;
  readonly version: string;
  readonly query?: HttpRequest['query'];
  readonly single?: boolean;
}

/** All items of a list of Azure Resource Manager; none where Azure is not read. */
export async function wholeAzureList(
  { azure }: EntraClient,
  { path, version, query, single }: AzureList,
): Promise<WholeList> {
  if (!azure) return { items: [], gaps: [] };
  return wholeList(azure, {
    name: `GET /${path}`,
    request: from => ({
      url: from ?? path,
      ...(from === undefined && { query: { 'api-version': version, ...query } }),
    }),
    items: single ? body => [body] : itemsOf,
    next: ({ body }) => (single ? undefined : nextFromBody(body, ['nextLink'])),
    remedy: 'assign the role Reader to the application there',
    absent: [404],
  });
}

/**
 * A gap of a list that needs a licence, where the tenant has none: then nobody has what is listed, and nothing is missing but the
 * list itself. Any other gap stays as it is.
 */
export function withoutLicence(gap: Gap): Gap {
  if (!/licen[cs]e|premium/i.test(gap.message)) return gap;
  const message = `not in the licence of the tenant: ${gap.message.replace(grantText, '')}`;
  return { ...gap, reason: 'unsupported', missing: 'fields', message };
}

/** A permission does not help where the licence is missing. */
const grantText = /; grant the application permission.*$/s;

export const lacksObjects = ({ missing }: Gap) => missing === 'objects';

/** A text in a filter of OData: quotation marks are doubled. */
export const odataText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The pages of a list from a saved place on. Places are forgotten after a while (`Directory_ExpiredPageToken`, 410): then the list is
 * read from its beginning.
 */
export async function* resumedPages(
  open: (from: string | undefined) => AsyncGenerator<PageOfList>,
  from: string | undefined,
): AsyncGenerator<PageOfList> {
  let isFirst = from !== undefined;
  for await (const page of open(from)) {
    if (isFirst && page.gaps.length > 0) {
      yield* open(undefined);
      return;
    }
    isFirst = false;
    yield page;
  }
}
