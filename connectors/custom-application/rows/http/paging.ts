// The pages of a list: which request asks for a page, and which page comes after an answer.
import { scalarText } from '../../../../src/connector/exact-json.ts';
import { nextFromLinkHeader, nextOffset } from '../../../../src/connector/http/paging.ts';
import type { HttpAnswer } from '../../../../src/connector/http/request.ts';
import { type PathStep, parsePath, valueAtPath } from '../../mapping/json-path.ts';
import type { PagingSettings } from './request-form.ts';

/** A page: its address, or the value of the parameter that asks for it. */
export type PagePlace = string;

export interface PageOfRows {
  readonly answer: HttpAnswer;
  readonly items: readonly unknown[];
  /** Rows that came with the pages before. */
  readonly before: number;
  /** The number of all rows, where the answer states it. */
  readonly total: number | undefined;
}

/** Why it is not known which page comes next. */
export interface PagingFault {
  readonly fault: string;
}

/** What asks for a page. */
export interface PageRequest {
  /** The whole address of the page. */
  readonly url?: string;
  readonly query: Readonly<Record<string, string>>;
  /** Path in the body → value. */
  readonly body: Readonly<Record<string, string | number>>;
}

export interface Paging {
  request(place: PagePlace | undefined): PageRequest;
  /** Undefined: it was the last page. @param place of the answered page */
  next(page: PageOfRows, place: PagePlace | undefined): PagePlace | PagingFault | undefined;
}

/** The text at a path. What is no text is a fault: it does not say that there is no further page. */
function at(value: unknown, path: string): string | PagingFault | undefined {
  const found = valueAtPath(value, parsePath(path) as readonly PathStep[]);
  if (found === undefined || found === null || found === false) return undefined;
  const text = scalarText(found);
  if (text !== undefined) return text || undefined;
  return { fault: `has no text at \`${path}\` of its \`paging\`, so the list may have more rows; name a path to one` };
}

/** A full page is not the last one, so its last row has to say where the next one begins. */
const afterLast = (items: readonly unknown[], path: string) =>
  at(items.at(-1), path) ?? { fault: `has nothing at \`${path}\` of its last row, so the list may have more rows` };

export function pagingOf(settings: PagingSettings | undefined): Paging {
  const none = { query: {}, body: {} };
  if (!settings || ('link' in settings && !settings.link)) return { request: () => none, next: () => undefined };
  if ('link' in settings || 'next' in settings) {
    return {
      request: place => (place === undefined ? none : { ...none, url: place }),
      next: ({ answer }) => {
        if ('link' in settings) return nextFromLinkHeader(answer.headers.link, answer.url);
        const address = at(answer.body, settings.next);
        return typeof address === 'string' ? addressOf(address, answer.url) : address;
      },
    };
  }
  if ('cursor' in settings) {
    const { path, ...parameter } = settings.cursor;
    return {
      request: place => (place === undefined ? none : sentParameter(parameter, place)),
      next: ({ answer }) => at(answer.body, path),
    };
  }
  if ('lastId' in settings) {
    const { path, size, template = '{}' } = settings.lastId;
    const conditionOf = (place: string) => template.replaceAll('{}', () => place);
    return {
      request: place =>
        withSize(settings.lastId, place === undefined ? none : sentParameter(settings.lastId, conditionOf(place))),
      next: ({ items }) => (items.length === 0 || items.length < (size ?? 0) ? undefined : afterLast(items, path)),
    };
  }
  return countedPaging(settings);
}

/** Lists that are paged by counting rows or pages. Without a size, only an empty page ends them. */
function countedPaging(settings: Extract<PagingSettings, { offset: unknown } | { page: unknown }>): Paging {
  const rules = 'offset' in settings ? { ...settings.offset, first: 0 } : settings.page;
  return {
    request: place => withSize(rules, sentParameter(rules, place ?? String(rules.first))),
    next: ({ items, before, total }, place) => {
      const after = nextOffset(before, { asked: rules.size, received: items.length, total });
      if (after === undefined) return undefined;
      return 'offset' in settings ? String(after) : String(Number(place ?? rules.first) + 1);
    },
  };
}

type Parameter = { readonly parameter: string; readonly in: 'query' | 'body' };

function sentParameter({ parameter, in: place }: Parameter, value: string): PageRequest {
  if (place === 'query') return { query: { [parameter]: value }, body: {} };
  return { query: {}, body: { [parameter]: value } };
}

function withSize(
  {
    size,
    sizeParameter,
    in: place,
  }: Parameter & { readonly size?: number | undefined; readonly sizeParameter?: string | undefined },
  request: PageRequest,
): PageRequest {
  if (size === undefined || sizeParameter === undefined) return request;
  if (place === 'body') return { ...request, body: { ...request.body, [sizeParameter]: size } };
  return { ...request, query: { ...request.query, [sizeParameter]: String(size) } };
}

/** An address that cannot be read stays as it is: the client refuses it, and names it. */
const addressOf = (address: string, base: URL) =>
  URL.canParse(address, base.href) ? new URL(address, base).href : address;
