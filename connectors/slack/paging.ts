// Slack's lists: the cursor for the next page is in `response_metadata.next_cursor`, or pages are numbered.
import type { Gap } from '../../src/connector/contract.ts';
import { nextFromBody } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { valueAt } from '../../src/connector/json-values.ts';
import type { SlackClient } from './client.ts';

export interface SlackList {
  /** The method of the API, such as `users.list`. */
  readonly method: string;
  /** The member of the answer that has the items. */
  readonly member: string;
  readonly query?: HttpRequest['query'];
  /** What to grant when the list is refused. */
  readonly remedy: string;
  /** Pages are numbered, and `paging.pages` says how many there are. Default: there is a cursor. */
  readonly isNumbered?: boolean;
}

/** @param from cursor of the page to begin with; undefined: the first one */
export const slackPages = (client: SlackClient, list: SlackList, from?: string): AsyncGenerator<PageOfList> =>
  pagesOfList(client.http, sourceList(list), from);

/** All items of a list that is short, with its gaps. */
export const wholeSlackList = (client: SlackClient, list: SlackList): Promise<{ items: unknown[]; gaps: Gap[] }> =>
  wholeList(client.http, sourceList(list));

function sourceList({ method, member, query, remedy, isNumbered }: SlackList): SourceList {
  return {
    name: method,
    request: from => ({ url: method, query: { ...query, [isNumbered ? 'page' : 'cursor']: from } }),
    items(body) {
      const items = valueAt(body, member);
      return Array.isArray(items) ? items : undefined;
    },
    next({ body }, from) {
      if (!isNumbered) return nextFromBody(body, ['response_metadata', 'next_cursor']);
      const page = Number(from ?? 1);
      return page < Number(valueAt(body, 'paging', 'pages')) ? String(page + 1) : undefined;
    },
    remedy,
  };
}
