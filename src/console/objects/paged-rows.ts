// The rows of a list of any length, page by page. A list can only be read from its beginning, so pages are fetched one after the other,
// well before they come into sight. Only the pages around the rows in sight are kept; a page that was dropped is fetched again by its token.
import { ApiError } from '../api/api-error.ts';
import { createStore, type Store } from '../api/store.ts';

export interface RowPage<Row> {
  readonly items: readonly Row[];
  readonly nextPageToken?: string | undefined;
  readonly totalCount?: number | undefined;
}

/** What a table shows of the list. It is another object after each change. */
export interface PagedState {
  /** Rows that are known to be there: as many can be scrolled to. */
  readonly count: number;
  readonly isWhole: boolean;
  /** All rows of the list; undefined while that is not known. */
  readonly total: number | undefined;
  readonly error: unknown;
  /** Set after the version of the list expired: the row that was in sight, up to which the list is read again. */
  readonly resumesAt: number | undefined;
}

export interface PagedRows<Row> {
  readonly state: Store<PagedState>;
  /** Undefined while the row is awaited. */
  row(index: number): Row | undefined;
  /** These rows are in sight. */
  want(first: number, last: number): void;
  /** Go on after an error. */
  retry(): void;
  /** Fetch nothing more. */
  stop(): void;
}

export const rowsPerPage = 200;
/** So many rows after those in sight are fetched before they are needed. */
const rowsAhead = 2000;
const keptPages = 60;

/** The pages of one pass through a list: how each is got, where it begins, and those that are kept. */
function createPages<Row>() {
  /** By number of the page. */
  const tokens: (string | undefined)[] = [undefined];
  /** By number of the page: its first row. A page may have fewer rows than were asked for. */
  const starts = [0];
  const kept = new Map<number, readonly Row[]>();

  /** The page that has a row; the last known one for rows after it. */
  function pageOf(index: number): number {
    let number = Math.min(Math.floor(index / rowsPerPage), starts.length - 1);
    while (number + 1 < starts.length && starts[number + 1]! <= index) number++;
    return number;
  }

  return {
    awaited: new Set<number>(),
    pageOf,
    /** The page after all that are known. */
    next: () => tokens.length - 1,
    token: (number: number) => tokens[number],
    start: (number: number) => starts[number]!,
    has: (number: number) => kept.has(number),
    row(index: number): Row | undefined {
      const number = pageOf(index);
      return kept.get(number)?.[index - starts[number]!];
    },
    keep(number: number, rows: readonly Row[]): void {
      kept.set(number, rows);
    },
    /** Another page follows. */
    append(token: string, start: number): void {
      tokens.push(token);
      starts.push(start);
    },
    /** Keep only the pages around a row. */
    dropFarFrom(index: number): void {
      const middle = pageOf(index);
      const far = [...kept.keys()].sort((left, right) => Math.abs(right - middle) - Math.abs(left - middle));
      for (const number of far.slice(0, Math.max(0, kept.size - keptPages))) kept.delete(number);
    },
  };
}

/** @param fetchPage gets the page that a token names; without a token, the first one */
export function createPagedRows<Row>(
  fetchPage: (pageToken: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
): PagedRows<Row> {
  let pages = createPages<Row>();
  const stopped = new AbortController();
  const initial = { count: 0, isWhole: false, total: undefined, error: undefined, resumesAt: undefined };
  const state = createStore<PagedState>(initial);
  let sight = { first: 0, last: 0 };
  const set = (change: Partial<PagedState>) => state.set({ ...state.get(), ...change });

  async function load(number: number): Promise<void> {
    const pass = pages;
    pass.awaited.add(number);
    try {
      const page = await fetchPage(pass.token(number), stopped.signal);
      if (pass === pages) keep(number, page);
    } catch (error) {
      if (stopped.signal.aborted || pass !== pages) return;
      if (isExpired(error) && number > 0) restart();
      else set({ error });
    } finally {
      pass.awaited.delete(number);
    }
    if (!stopped.signal.aborted && state.get().error === undefined) fetchWanted();
  }

  function keep(number: number, { items, nextPageToken, totalCount }: RowPage<Row>): void {
    const isKnown = number < pages.next() || state.get().isWhole;
    pages.keep(number, items);
    pages.dropFarFrom((sight.first + sight.last) / 2);
    if (isKnown) {
      set({});
      return;
    }
    const isWhole = nextPageToken === undefined;
    const count = pages.start(number) + items.length;
    if (!isWhole) pages.append(nextPageToken, count);
    set({ count, isWhole, total: isWhole ? count : (totalCount ?? state.get().total) });
  }

  /** The version is no longer kept: read the newest one, up to the rows in sight. */
  function restart(): void {
    pages = createPages();
    set({ ...initial, resumesAt: sight.first });
  }

  function fetchWanted(): void {
    const wanted = (number: number) => !pages.has(number) && !pages.awaited.has(number);
    for (let number = pages.pageOf(sight.first); number <= pages.pageOf(sight.last); number++) {
      if (wanted(number)) void load(number);
    }
    const next = pages.next();
    const isNear = pages.start(next) < sight.last + rowsAhead;
    if (isNear && !state.get().isWhole && wanted(next)) void load(next);
  }

  fetchWanted();
  return {
    state,
    row: index => pages.row(index),
    want(first, last) {
      sight = { first, last };
      if (state.get().error === undefined) fetchWanted();
    },
    retry() {
      set({ error: undefined });
      fetchWanted();
    },
    stop: () => stopped.abort(),
  };
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.details?.['reason'] === 'EXPIRED_PAGE_TOKEN';
}
