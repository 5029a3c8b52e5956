// The rows of a list of any length, page by page, fetched before they come into sight. Only the pages around the rows in sight are kept;
// a page that was dropped is fetched again.
import { ApiError } from '../../api/api-error.ts';
import { createStore, type Store } from '../../api/store.ts';
import type { PagedState, PagePlace, Pages, RowPage, Sight } from './pages.ts';
import { pagesByNumber } from './pages-by-number.ts';
import { pagesInOrder } from './pages-in-order.ts';

export type FetchPage<Row> = (place: PagePlace, signal: AbortSignal) => Promise<RowPage<Row>>;

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

/** Requests at the same time. Few, because a reader who scrolls fast has passed many pages before their turn comes. */
const mostFetched = 4;

/** @param canSkip whether `fetchPage` can pass over rows */
export function createPagedRows<Row>(fetchPage: FetchPage<Row>, canSkip: boolean): PagedRows<Row> {
  const begin: () => Pages<Row> = canSkip ? pagesByNumber : pagesInOrder;
  let pages = begin();
  const stopped = new AbortController();
  const initial = { count: 0, isWhole: false, total: undefined, error: undefined, resumesAt: undefined };
  const state = createStore<PagedState>(initial);
  let sight: Sight = { first: 0, last: 0 };
  const set = (change: Partial<PagedState>) => state.set({ ...state.get(), ...change });

  async function load(number: number): Promise<void> {
    const pass = pages;
    pass.awaited.add(number);
    try {
      const page = await fetchPage(pass.place(number), stopped.signal);
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

  function keep(number: number, page: RowPage<Row>): void {
    const known = pages.keep(number, page, state.get());
    pages.dropFarFrom((sight.first + sight.last) / 2);
    set(known);
  }

  /** The version has been removed: read the newest version, up to the rows in sight. */
  function restart(): void {
    pages = begin();
    set({ ...initial, resumesAt: sight.first });
  }

  function fetchWanted(): void {
    for (const number of pages.wanted(sight, state.get())) {
      if (pages.awaited.size >= mostFetched) return;
      if (!pages.has(number) && !pages.awaited.has(number)) void load(number);
    }
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
