// The pages of one list of an API, for one row of its parent. What cannot be seen is a gap: never an empty list.
import { createHash } from 'node:crypto';
import type { Gap } from '../../../../src/connector/contract.ts';
import { parseExactly } from '../../../../src/connector/exact-json.ts';
import { gapOf, HttpError } from '../../../../src/connector/http/http-error.ts';
import type { HttpAnswer, HttpRequest } from '../../../../src/connector/http/request.ts';
import { isJsonObject } from '../../../../src/connector/json-values.ts';
import { textOfCell } from '../../mapping/cell.ts';
import { type PathStep, parsePath, valueAtPath } from '../../mapping/json-path.ts';
import { itemsOf, singleItemOf } from '../json/item-list.ts';
import type { AskedApi } from './known-answers.ts';
import { type PagePlace, type PageRequest, pagingOf } from './paging.ts';
import type { RequestSettings } from './request-form.ts';
import { filledParameter, filledPath, placeholdersOf, placeholdersOfQuery } from './requests.ts';

/** The most pages of a list. */
const mostPages = 100_000;

export interface ListOfApi {
  /** What the description calls the request. */
  readonly name: string;
  readonly settings: RequestSettings;
  readonly api: AskedApi;
  /** Base address of the API, with a slash at its end. */
  readonly base: string;
  /** Whether a list that came earlier in this run will do. */
  readonly isKnown?: boolean | undefined;
  /** The parameter that asks for what has changed; undefined: all rows are asked for. */
  readonly since: Readonly<Record<string, string>>;
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** The request, for messages. */
  readonly subject: string;
  readonly gaps: readonly Gap[];
  /** Rows that came with the pages before, and the next page; undefined: this was the last one. */
  readonly next: { readonly before: number; readonly place: PagePlace } | undefined;
  readonly answer: HttpAnswer | undefined;
}

/**
 * @param parent the row that placeholders of the path are taken from
 * @throws SourceUnavailable, SourceError
 */
export async function* listPages(list: ListOfApi, parent: unknown, from?: ListPage['next']): AsyncGenerator<ListPage> {
  const address = addressOf(list, parent);
  if ('reason' in address) {
    yield { items: [], subject: list.name, gaps: [address], next: undefined, answer: undefined };
    return;
  }
  const paging = pagingOf(list.settings.paging);
  const places = new Set<PagePlace>();
  const digests = new Set<string>();
  let before = from?.before ?? 0;
  for (let place = from?.place, pages = 0; ; pages += 1) {
    const page = await readListPage(list, address, paging.request(place));
    const { items, answer, subject } = page;
    if (!answer) {
      yield { ...page, next: undefined };
      return;
    }
    const total = totalOf(answer, list.settings);
    const following = paging.next({ answer, items, before, total }, place);
    const next = typeof following === 'object' ? undefined : following;
    const digest = digestOf(items);
    const isRepeated = items.length > 0 && digests.has(digest);
    const fault = isRepeated
      ? 'brought a page that came before, so the list may have more rows; compare `paging` with what the API documents'
      : next !== undefined && (places.has(next) || pages >= mostPages)
        ? 'names a page as the next one that was read before, so the list may have more rows'
        : typeof following === 'object'
          ? following.fault
          : undefined;
    before += items.length;
    const gaps = [...page.gaps, ...gapsOfEnd({ subject, fault, isLast: next === undefined, total, before })];
    const isLast = next === undefined || fault !== undefined;
    yield { ...page, items: isRepeated ? [] : items, gaps, next: isLast ? undefined : { before, place: next } };
    if (isLast) return;
    places.add(next);
    digests.add(digest);
    place = next;
  }
}

const digestOf = (items: readonly unknown[]) => createHash('sha256').update(JSON.stringify(items)).digest('base64');

interface EndOfList {
  readonly subject: string;
  readonly fault: string | undefined;
  readonly isLast: boolean;
  readonly total: number | undefined;
  readonly before: number;
}

function gapsOfEnd({ subject, fault, isLast, total, before }: EndOfList): Gap[] {
  if (fault !== undefined) return [missingRowsGap(subject, fault)];
  if (!isLast || total === undefined || before >= total) return [];
  const message = `states a total of ${total} rows, and ${before} came; compare \`paging\` and \`total\` with what the API documents`;
  return [missingRowsGap(subject, message)];
}

export const missingRowsGap = (subject: string, message: string): Gap => ({
  reason: 'failed',
  subject,
  message,
  missing: 'objects',
});

/** Where a list is, with values of the row of the parent in the placeholders. */
export interface AddressOfList {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A gap when the row of the parent lacks a value that the address needs. */
export function addressOf({ name, settings }: ListOfApi, parent: unknown): AddressOfList | Gap {
  const { path, query = {} } = settings;
  const inQuery = settings.parent === undefined ? [] : placeholdersOfQuery(query);
  const inPath = placeholdersOf(path);
  for (const placeholder of [...inPath, ...inQuery]) {
    const value = textAtPath(parent, placeholder);
    if (value === undefined || value === '') {
      return missingRowsGap(
        name,
        `a row of \`${path}\`’s parent has no text at \`${placeholder}\`, so it is not asked for`,
      );
    }
    // Segments of dots lead out of the path, however they are encoded (WHATWG URL).
    if (inPath.includes(placeholder) && /^\.{1,2}$/.test(value))
      return missingRowsGap(name, `\`${placeholder}\` is \`${value}\`, which leaves the path \`${path}\``);
  }
  const textFor = (placeholder: string) => textAtPath(parent, placeholder) ?? '';
  const filled = Object.entries(query).map(([key, value]) => [key, filledParameter(value, textFor)]);
  return { path: filledPath(path, textFor), query: inQuery.length > 0 ? Object.fromEntries(filled) : query };
}

const textAtPath = (value: unknown, path: string) =>
  textOfCell(valueAtPath(value, parsePath(path) as readonly PathStep[]));

function totalOf({ body, headers }: HttpAnswer, { total }: RequestSettings): number | undefined {
  if (total === undefined) return undefined;
  const text = typeof total === 'string' ? textAtPath(body, total) : headers[total.header.toLowerCase()]?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** An answer with its rows; without an answer, a gap says why there is none. */
async function readListPage(
  list: ListOfApi,
  address: AddressOfList,
  page: PageRequest,
): Promise<Omit<ListPage, 'next'>> {
  const { name, settings, api } = list;
  const absent = settings.absent?.map(Number) ?? [];
  try {
    const request = requestOf(list, address, page);
    const answer = await api.send({ ...request, ...(absent.length > 0 && { accepts: absent }) }, list.isKnown);
    const { subject, status, body } = answer;
    if (absent.includes(status)) return { items: [], subject, gaps: [], answer: { ...answer, body: undefined } };
    const items = (settings.single ? singleItemOf : itemsOf)(body, settings.items);
    if (typeof items !== 'string') return { items, subject, gaps: [], answer };
    const message = `the answer ${items}; set \`items\` of the request \`${name}\` to the path of its rows`;
    return { items: [], subject, gaps: [missingRowsGap(subject, message)], answer: undefined };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const gap = gapOf(error, 'objects');
    const remedy = remedyOf(error.status, name);
    // A list that the API must have, and does not find, must not make its objects count as gone: `absent` names the others.
    const reason = gap.reason === 'unsupported' ? 'failed' : gap.reason;
    return {
      items: [],
      subject: error.subject,
      gaps: [{ ...gap, reason, message: `${gap.message}; ${remedy}` }],
      answer: undefined,
    };
  }
}

function remedyOf(status: number | undefined, name: string): string {
  if (status === 401) return 'check the credentials in the settings of the source';
  if (status === 403) return `grant the credentials of the source the right to read this list`;
  if (status === 404)
    return `check \`path\` of the request \`${name}\`, or name 404 in \`absent\` when it means that there are no rows`;
  return `check the request \`${name}\``;
}

function requestOf(
  { settings, base, since }: ListOfApi,
  { path, query }: AddressOfList,
  page: PageRequest,
): HttpRequest {
  const { method, body } = settings;
  const url = new URL(path, base).href;
  if (!url.startsWith(base)) throw new HttpError(path, 'is not requested: it leaves the base address');
  const json = bodyOf(body, page);
  const post = (method === 'POST' || json !== undefined) && { method: 'POST', isIdempotent: true, json };
  // The address of a next page has its parameters already.
  if (page.url !== undefined) return { url: page.url, ...post };
  return { url, query: { ...query, ...since, ...page.query }, ...post };
}

function bodyOf(body: string | undefined, { body: parameters }: PageRequest): unknown {
  if (body === undefined && Object.keys(parameters).length === 0) return undefined;
  const json = (body === undefined ? {} : parseExactly(body)) as Record<string, unknown>;
  for (const [path, value] of Object.entries(parameters)) put(json, path.split('.'), value);
  return json;
}

function put(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const last = path.at(-1)!;
  let at = object;
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(at, name) || !isJsonObject(at[name])) at[name] = {};
    at = at[name] as Record<string, unknown>;
  }
  at[last] = value;
}
