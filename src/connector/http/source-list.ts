// Lists of a source, read page by page. A page that cannot be read is a gap, and the last one.
import type { Gap } from '../contract.ts';
import type { HttpClient } from './client.ts';
import { gapOf, HttpError } from './http-error.ts';
import type { HttpAnswer, HttpRequest } from './request.ts';

export interface SourceList {
  /** Names the list in messages, such as its path. */
  readonly name: string;
  /** The request for a page. @param from what `next` returned for the page before; undefined: the first page */
  request(from: string | undefined): HttpRequest;
  /** The items of a page; undefined: the answer is no such list. */
  items(body: unknown): readonly unknown[] | undefined;
  /** Where the next page is, such as its address or a marker; undefined: this was the last page. */
  next(answer: HttpAnswer, from: string | undefined): string | undefined;
  /** What to do when the source refuses the list, such as `grant the scope groups.read`. */
  readonly remedy?: string;
  /** Statuses that say that the source does not have what is listed: an empty list. */
  readonly absent?: readonly number[];
}

export interface PageOfList {
  readonly items: readonly unknown[];
  /** The request, for messages. */
  readonly subject: string;
  /** Where the next page is; undefined: this was the last one. */
  readonly next: string | undefined;
  readonly gaps: readonly Gap[];
}

/**
 * The pages of a list. A list that names a page twice is cut off with a gap.
 * @param from where the page to begin with is; undefined: the first one
 * @throws SourceUnavailable, SourceError
 */
export async function* pagesOfList(
  http: Pick<HttpClient, 'send'>,
  list: SourceList,
  from?: string,
): AsyncGenerator<PageOfList> {
  const places = new Set<string>();
  for (let place = from; ; ) {
    const page = await readPage(http, list, place);
    const isRepeated = page.next !== undefined && places.has(page.next);
    if (isRepeated) {
      yield { ...page, next: undefined, gaps: [...page.gaps, repeated(page.subject)] };
      return;
    }
    yield page;
    if (page.next === undefined) return;
    places.add(page.next);
    place = page.next;
  }
}

/** All items of a list that is short, with its gaps. */
export async function wholeList(
  http: Pick<HttpClient, 'send'>,
  list: SourceList,
): Promise<{ items: unknown[]; gaps: Gap[] }> {
  const items: unknown[] = [];
  const gaps: Gap[] = [];
  for await (const page of pagesOfList(http, list)) {
    items.push(...page.items);
    gaps.push(...page.gaps);
  }
  return { items, gaps };
}

async function readPage(
  http: Pick<HttpClient, 'send'>,
  list: SourceList,
  from: string | undefined,
): Promise<PageOfList> {
  try {
    const answer = await http.send({ ...list.request(from), ...(list.absent && { accepts: list.absent }) });
    const { subject, body, status } = answer;
    if (list.absent?.includes(status)) return { items: [], subject, next: undefined, gaps: [] };
    const items = list.items(body);
    if (items === undefined) throw new HttpError(subject, 'the answer has no list where it should be');
    return { items, subject, next: list.next(answer, from), gaps: [] };
  } catch (error) {
    return { items: [], subject: list.name, next: undefined, gaps: [gapOfList(error, list)] };
  }
}

/** The gap that a failed list leaves. @throws the error itself when it is not one of the answer */
export function gapOfList(error: unknown, { remedy }: Pick<SourceList, 'remedy'>): Gap {
  const gap = gapOf(error, 'objects');
  if (gap.reason === 'forbidden' && remedy !== undefined) return { ...gap, message: `${gap.message}; ${remedy}` };
  // A list that the source must have, and does not find, must not make its objects count as gone: `absent` names the others.
  return { ...gap, reason: gap.reason === 'unsupported' ? 'failed' : gap.reason };
}

function repeated(subject: string): Gap {
  const message = 'the answer names a page as the next one that was read before, so the list may have more objects';
  return { reason: 'failed', subject, message, missing: 'objects' };
}
