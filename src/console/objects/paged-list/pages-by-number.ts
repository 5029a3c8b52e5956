// Pages of a list that can be read from any row on. All follow the token of the first page, which holds the version of the list.
import { createKept, type Pages, rowsAhead, rowsPerPage } from './pages.ts';

const pagesAhead = rowsAhead / rowsPerPage;
/** Pages before those in sight that are fetched, for readers who scroll back. */
const pagesBehind = 2;

export function pagesByNumber<Row>(): Pages<Row> {
  const pageOf = (index: number) => Math.floor(index / rowsPerPage);
  const kept = createKept<Row>(pageOf);
  let second: string | undefined;
  let pages = 1;
  return {
    ...kept,
    place: number =>
      number === 0 ? { pageToken: undefined, skip: 0 } : { pageToken: second, skip: (number - 1) * rowsPerPage },
    row: index => kept.get(pageOf(index))?.[index % rowsPerPage],
    keep(number, { items, nextPageToken, totalCount = items.length }) {
      kept.set(number, items);
      if (number > 0) return {};
      second = nextPageToken;
      pages = Math.max(1, Math.ceil(totalCount / rowsPerPage));
      return { count: totalCount, isWhole: true, total: totalCount };
    },
    *wanted({ first, last }, { isWhole }) {
      if (!isWhole) {
        yield 0;
        return;
      }
      const end = Math.min(pages - 1, pageOf(last) + pagesAhead);
      for (let number = pageOf(first); number <= end; number++) yield number;
      for (let number = pageOf(first) - 1; number >= Math.max(0, pageOf(first) - pagesBehind); number--) yield number;
    },
  };
}
