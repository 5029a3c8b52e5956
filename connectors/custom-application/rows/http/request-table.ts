// The rows of a request: of one list, or of the lists for each row of another request.
import { timeOfAnswer } from '../../../../src/connector/http/answer.ts';
import type { HttpAnswer } from '../../../../src/connector/http/request.ts';
import { isJsonObject } from '../../../../src/connector/json-values.ts';
import { cellsFit } from '../../mapping/condition.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import { type JsonColumns, jsonColumns } from '../json/json-columns.ts';
import type { Row, RowBatch, RowMark, RowTable } from '../row-table.ts';
import type { AskedApi } from './known-answers.ts';
import { addressOf, type ListOfApi, type ListPage, listPages, missingRowsGap } from './list-pages.ts';
import type { RequestSettings } from './request-form.ts';

/** Lists for rows of a parent that are asked for at the same time. The budget of the source decides how many are sent at once. */
const listsAtOnce = 8;

export interface RequestedRows {
  readonly requests: Readonly<Record<string, RequestSettings>>;
  readonly api: AskedApi;
  readonly base: string;
  /** Whether lists that came earlier in this run will do. */
  readonly isKnown?: boolean | undefined;
  /** From when on changes are asked for; undefined: all rows. */
  readonly since?: string | undefined;
  /** Gets the time of the source at the first answer; undefined: the answer does not say. */
  noteBegin?(time: string | undefined): void;
}

export function openRequestTable(given: RequestedRows, name: string, uses: readonly ColumnUse[]): RowTable {
  const columns = jsonColumns(uses);
  const before = given.api.asked();
  return {
    name,
    fingerprint: undefined,
    column: columns.column,
    async *rows(from) {
      let line = from?.line ?? 1;
      const position = from?.page === undefined ? undefined : (JSON.parse(from.page) as Position);
      for await (const piece of pieces(given, name, position)) {
        yield batchOf(piece, columns, line);
        line += piece.values.length;
      }
    },
    unmatched: () => columns.unmatched(name),
    origin: () => requestsText(name, given.api.asked() - before),
  };
}

const requestsText = (name: string, count: number) => `${name} (${count} request${count === 1 ? '' : 's'})`;

/** Where the rows continue: at a page of the list, or of the parent's list after some of its rows. */
interface Position {
  readonly at?: ListPage['next'];
  readonly parent?: { readonly at?: Position | undefined; readonly done: number };
}

/** Rows that come together. */
interface Piece {
  readonly values: readonly unknown[];
  readonly parent: unknown;
  readonly page: Pick<ListPage, 'subject' | 'gaps'>;
  /** Where a read resumes after it; undefined: only the piece after it says. */
  readonly next: Position | undefined;
}

/** The rows of a request that fulfil its `where`. */
async function* pieces(given: RequestedRows, name: string, from: Position | undefined): AsyncGenerator<Piece> {
  const { where } = given.requests[name]!;
  if (!where) return yield* everyPiece(given, name, from);
  const columns = jsonColumns(Object.keys(where).map(path => ({ name: path, place: `requests.${name}.where` })));
  const fits = cellsFit(where);
  for await (const piece of everyPiece(given, name, from)) {
    yield { ...piece, values: piece.values.filter(value => fits(columns.cellsOf(value, piece.parent).cells)) };
  }
  // A path that no row has may be a mistake: the rows that it leaves out must not count as gone. A part of the rows is too few to say so.
  if (from !== undefined || given.since !== undefined) return;
  const gaps = columns.unmatched(name).map(({ place, message }) => missingRowsGap(place, message));
  if (gaps.length > 0) yield { values: [], parent: undefined, page: { subject: name, gaps }, next: undefined };
}

async function* everyPiece(given: RequestedRows, name: string, from: Position | undefined): AsyncGenerator<Piece> {
  const settings = given.requests[name]!;
  const { api, base, isKnown } = given;
  const list: ListOfApi = { name, settings, api, base, isKnown, since: sinceOf(settings, given.since) };
  if (settings.parent === undefined) {
    let isFirst = true;
    for await (const page of listPages(list, undefined, from?.at)) {
      if (isFirst && page.answer) given.noteBegin?.(isoTimeOf(page.answer));
      isFirst = false;
      yield { values: page.items, parent: undefined, page, next: page.next && { at: page.next } };
    }
    return;
  }
  // Rows of the parent are always all read: a row that did not change may have other rows below it.
  let at = from?.parent?.at;
  let done = 0;
  let skipped = from?.parent?.done ?? 0;
  const asked = settings.once ? new Set<string>() : undefined;
  for await (const above of pieces({ ...given, since: undefined, isKnown: true }, settings.parent, at)) {
    if (above.page.gaps.length > 0) yield { values: [], parent: undefined, page: above.page, next: undefined };
    const rows = above.values.map(value => withParent(value, above.parent));
    const [start, before] = [Math.min(skipped, rows.length), done];
    const page = at;
    yield* piecesBelow(list, rows, start, asked, index => ({ parent: { at: page, done: before + index } }));
    skipped -= start;
    done += rows.length;
    if (!above.next) continue;
    at = above.next;
    done = 0;
  }
}

/** The lists for each row, in the order of the rows; some are asked for ahead. */
async function* piecesBelow(
  list: ListOfApi,
  parents: readonly unknown[],
  done: number,
  asked: Set<string> | undefined,
  positionOf: (done: number) => Position,
): AsyncGenerator<Piece> {
  const ahead: Promise<ListPage[]>[] = [];
  const ask = (index: number) => {
    if (index >= parents.length) return;
    const isRepeated = asked && !isNew(asked, JSON.stringify(addressOf(list, parents[index])));
    const pages = isRepeated ? Promise.resolve([]) : everyPage(list, parents[index]);
    // An error is thrown where the pages are awaited, which may be later.
    pages.catch(() => {});
    ahead.push(pages);
  };
  for (let index = done; index < done + listsAtOnce; index++) ask(index);
  for (let index = done; index < parents.length; index++) {
    const pages = await ahead.shift()!;
    ask(index + listsAtOnce);
    for (const [number, page] of pages.entries()) {
      const isLast = number === pages.length - 1;
      yield { values: page.items, parent: parents[index], page, next: isLast ? positionOf(index + 1) : undefined };
    }
  }
}

function isNew(seen: Set<string>, key: string): boolean {
  const before = seen.size;
  return seen.add(key).size > before;
}

async function everyPage(list: ListOfApi, parent: unknown): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for await (const page of listPages(list, parent)) pages.push(page);
  return pages;
}

/** A row as the parent of others: what is above it is its `$parent`. */
const withParent = (value: unknown, parent: unknown) =>
  parent === undefined || !isJsonObject(value) || Array.isArray(value) ? value : { ...value, $parent: parent };

function sinceOf({ since }: RequestSettings, time: string | undefined): Record<string, string> {
  if (!since || time === undefined) return {};
  const milliseconds = Date.parse(time) - since.overlap * 1000;
  const texts = {
    iso: new Date(milliseconds).toISOString(),
    'epoch-millis': String(milliseconds),
    'epoch-seconds': String(Math.floor(milliseconds / 1000)),
  };
  return { [since.parameter]: texts[since.format] };
}

function isoTimeOf(answer: HttpAnswer): string | undefined {
  const time = timeOfAnswer(answer);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** @param first number of the first row */
function batchOf({ values, parent, page, next }: Piece, columns: JsonColumns, first: number): RowBatch {
  const { subject, gaps } = page;
  const rows = values.map((value, index): Row => {
    const isLast = index === values.length - 1;
    const line = first + index;
    const end: RowMark | undefined = isLast && next ? { line: line + 1, page: JSON.stringify(next) } : undefined;
    return { ...columns.cellsOf(value, parent), line, place: `${subject} [${index}]`, ...(end && { end }) };
  });
  return { rows, gaps };
}
