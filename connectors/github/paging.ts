// GitHub's lists of the REST API: the next page is the one that the Link header names.

import type { Gap } from '../../src/connector/contract.ts';
import { nextFromLinkHeader } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';
import type { GithubClient } from './client.ts';
import { listPageSize } from './limits.ts';

export interface RestList {
  /** Relative to the address of the API. */
  readonly url: string;
  readonly query?: HttpRequest['query'];
  /** What to grant when GitHub refuses the list. */
  readonly remedy: string;
  /** The member of the body that has the items; absent: the body is the list. */
  readonly member?: string;
  /** Statuses that say that the organisation does not have what is listed: an empty list. */
  readonly absent?: readonly number[];
}

export interface GithubListing {
  readonly items: readonly unknown[];
  readonly gaps: readonly Gap[];
}

/** @param from address of the page to begin with; undefined: the first one */
export const githubPages = (client: GithubClient, list: RestList, from?: string): AsyncGenerator<PageOfList> =>
  pagesOfList(client.http, sourceList(list), from);

/** All items of a list, with its gaps. */
export const wholeGithubList = (client: GithubClient, list: RestList): Promise<GithubListing> =>
  wholeList(client.http, sourceList(list));

function sourceList({ url, query, remedy, member, absent }: RestList): SourceList {
  return {
    name: `GET /${url}`,
    request: from => (from === undefined ? { url, query: { per_page: listPageSize, ...query } } : { url: from }),
    items(body) {
      const items = member === undefined ? body : valueAt(body, member);
      return Array.isArray(items) ? items : undefined;
    },
    next: ({ headers, url: asked }) => nextFromLinkHeader(headers['link'], asked),
    remedy,
    ...(absent && { absent }),
  };
}

/** Plans without custom roles, single sign-on and credential authorisations. */
const plansWithoutEnterprise = new Set(['free', 'team']);

/** Whether the organisation may have what comes with GitHub Enterprise; true where the plan is not visible. */
export const mayBeEnterprise = ({ org }: GithubClient): boolean =>
  !plansWithoutEnterprise.has(textAt(org, 'plan', 'name') ?? '');
