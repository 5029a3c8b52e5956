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
  /** True after the version of the list expired: the list was begun again, up to the same row. */
  readonly hasRestarted: boolean;
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

/** @param fetchPage gets the page that a token names; without a token, the first one */
export function createPagedRows<Row>(
  fetchPage: (pageToken: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
): PagedRows<Row> {
  /** By number of the page: how to get it. */
  let tokens: (string | undefined)[] = [undefined];
  /** By number of the page: its first row. A page may have fewer rows than were asked for. */
  let starts = [0];
  const pages = new Map<number, readonly Row[]>();
  const awaited = new Set<number>();
  const stopped = new AbortController();
  const initial = { count: 0, isWhole: false, total: undefined, error: undefined, hasRestarted: false };
  const state = createStore<PagedState>(initial);
  let sight = { first: 0, last: 0 };
  const set = (change: Partial<PagedState>) => state.set({ ...state.get(), ...change });

  async function load(number: number): Promise<void> {
    awaited.add(number);
    const used = tokens;
    try {
      const page = await fetchPage(used[number], stopped.signal);
      if (used === tokens) keep(number, page);
    } catch (error) {
      if (stopped.signal.aborted || used !== tokens) return;
      if (isExpired(error) && number > 0) restart();
      else set({ error });
    } finally {
      if (used === tokens) awaited.delete(number);
    }
    if (!stopped.signal.aborted && state.get().error === undefined) fetchWanted();
  }

  /** The page that has a row; the last known one for rows after it. */
  function pageOf(index: number): number {
    let number = Math.min(Math.floor(index / rowsPerPage), starts.length - 1);
    while (number + 1 < starts.length && starts[number + 1]! <= index) number++;
    return number;
  }

  function keep(number: number, { items, nextPageToken, totalCount }: RowPage<Row>): void {
    pages.set(number, items);
    dropFarPages();
    if (number < tokens.length - 1 || state.get().isWhole) {
      set({});
      return;
    }
    const isWhole = nextPageToken === undefined;
    const count = starts[number]! + items.length;
    if (!isWhole) {
      tokens.push(nextPageToken);
      starts.push(count);
    }
    set({ count, isWhole, total: isWhole ? count : (totalCount ?? state.get().total) });
  }

  function dropFarPages(): void {
    const middle = pageOf((sight.first + sight.last) / 2);
    const far = [...pages.keys()].sort((left, right) => Math.abs(right - middle) - Math.abs(left - middle));
    for (const number of far.slice(0, Math.max(0, pages.size - keptPages))) pages.delete(number);
  }

  /** The version is no longer kept: read the newest one, up to the rows in sight. */
  function restart(): void {
    tokens = [undefined];
    starts = [0];
    pages.clear();
    awaited.clear();
    set({ ...initial, hasRestarted: true });
    fetchWanted();
  }

  function fetchWanted(): void {
    const from = pageOf(sight.first);
    const to = pageOf(sight.last);
    for (let number = from; number <= to; number++) {
      if (!pages.has(number) && !awaited.has(number)) void load(number);
    }
    const next = tokens.length - 1;
    const isNear = starts[next]! < sight.last + rowsAhead;
    if (isNear && !state.get().isWhole && !awaited.has(next) && !pages.has(next)) void load(next);
  }

  fetchWanted();
  return {
    state,
    row(index) {
      const number = pageOf(index);
      return pages.get(number)?.[index - starts[number]!];
    },
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
