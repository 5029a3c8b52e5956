// Google's lists: `nextPageToken` of an answer is `pageToken` of the next request.
import type { Gap } from '../../src/connector/contract.ts';
import { nextFromBody } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { valueAt } from '../../src/connector/json-values.ts';
import type { GoogleClient } from './client.ts';

export interface GoogleList {
  /** Below `admin/directory/v1/`. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** The member of the body that has the items. Google leaves it out when there are none. */
  readonly member: string;
  /** The scope that the list needs, without its common beginning. */
  readonly scope: string;
  /** Statuses that say that there is no such list: an empty one. */
  readonly absent?: readonly number[];
}

/** @param from page token to begin with; undefined: the first page */
export const googlePages = (client: GoogleClient, list: GoogleList, from?: string): AsyncGenerator<PageOfList> =>
  pagesOfList(client.http, sourceList(list), from);

/** All items of a list that is short, with its gaps. */
export const wholeGoogleList = (client: GoogleClient, list: GoogleList): Promise<{ items: unknown[]; gaps: Gap[] }> =>
  wholeList(client.http, sourceList(list));

function sourceList({ path, query, member, scope, absent }: GoogleList): SourceList {
  return {
    name: path,
    request: from => ({ url: `admin/directory/v1/${path}`, query: { ...query, pageToken: from } }),
    items(body) {
      const items = valueAt(body, member);
      if (Array.isArray(items)) return items;
      // An answer of the API names its kind.
      return items === undefined && typeof valueAt(body, 'kind') === 'string' ? [] : undefined;
    },
    next: ({ body }) => nextFromBody(body, ['nextPageToken']),
    remedy: `delegate the scope https://www.googleapis.com/auth/${scope} to the service account, and give the administrator the privilege for it`,
    ...(absent && { absent }),
  };
}
