// The pages of a list as far as they are known and kept.

export interface RowPage<Row> {
  readonly items: readonly Row[];
  readonly nextPageToken?: string | undefined;
  readonly totalCount?: number | undefined;
}

/** Where a page begins. */
export interface PagePlace {
  /** Undefined: at the beginning of the list. */
  readonly pageToken: string | undefined;
  /** Rows to skip from there. Only in a list whose pages can be skipped. */
  readonly skip?: number;
}

/** What a table shows of the list. It is another object after each change. */
export interface PagedState {
  /** Rows that are known to exist. Each of them can be scrolled to. */
  readonly count: number;
  readonly isWhole: boolean;
  /** All rows of the list; undefined while that is not known. */
  readonly total: number | undefined;
  readonly error: unknown;
  /** Set after the version of the list expired: the row that was in sight, up to which the list is read again. */
  readonly resumesAt: number | undefined;
}

/** The pages of one pass through a list: how each is fetched, where it begins, and those that are kept. */
export interface Pages<Row> {
  /** By number of the page. */
  readonly awaited: Set<number>;
  place(number: number): PagePlace;
  has(number: number): boolean;
  row(index: number): Row | undefined;
  /** Keep a page. @returns what is now known of the list */
  keep(number: number, page: RowPage<Row>, state: PagedState): Partial<PagedState>;
  /** Keep only the pages around a row. */
  dropFarFrom(index: number): void;
  /** Pages to fetch for the rows in sight, the most urgent first. */
  wanted(sight: Sight, state: PagedState): Iterable<number>;
}

export interface Sight {
  readonly first: number;
  readonly last: number;
}

export const rowsPerPage = 200;
/** Rows after those in sight that are fetched before they are needed. */
export const rowsAhead = 2000;
const keptPages = 60;

/** The kept pages of a list, by number. */
export function createKept<Row>(pageOf: (index: number) => number) {
  const kept = new Map<number, readonly Row[]>();
  return {
    awaited: new Set<number>(),
    has: (number: number) => kept.has(number),
    get: (number: number) => kept.get(number),
    set: (number: number, rows: readonly Row[]) => void kept.set(number, rows),
    dropFarFrom(index: number): void {
      const middle = pageOf(index);
      // The first page stays: no token names its version, so it would be fetched from a newer one.
      const others = [...kept.keys()].filter(number => number > 0);
      const far = others.sort((left, right) => Math.abs(right - middle) - Math.abs(left - middle));
      for (const number of far.slice(0, Math.max(0, kept.size - keptPages))) kept.delete(number);
    },
  };
}
