// Pages of a list that is read from its beginning: each page names the next one.
import { createKept, type Pages, rowsAhead, rowsPerPage } from './pages.ts';

export function pagesInOrder<Row>(): Pages<Row> {
  /** By number of the page. */
  const tokens: (string | undefined)[] = [undefined];
  /** By number of the page: its first row. A page may have fewer rows than were asked for. */
  const starts = [0];
  const kept = createKept<Row>(pageOf);

  /** The page that has a row; the last known one for rows after it. */
  function pageOf(index: number): number {
    let number = Math.min(Math.floor(index / rowsPerPage), starts.length - 1);
    while (number + 1 < starts.length && starts[number + 1]! <= index) number++;
    return number;
  }

  return {
    ...kept,
    place: number => ({ pageToken: tokens[number] }),
    row(index) {
      const number = pageOf(index);
      return kept.get(number)?.[index - starts[number]!];
    },
    keep(number, { items, nextPageToken, totalCount }, { isWhole: wasWhole, total }) {
      const isKnown = number < tokens.length - 1 || wasWhole;
      kept.set(number, items);
      if (isKnown) return {};
      const isWhole = nextPageToken === undefined;
      const count = starts[number]! + items.length;
      if (!isWhole) {
        tokens.push(nextPageToken);
        starts.push(count);
      }
      return { count, isWhole, total: isWhole ? count : (totalCount ?? total) };
    },
    *wanted({ first, last }, { isWhole }) {
      for (let number = pageOf(first); number <= pageOf(last); number++) yield number;
      const next = tokens.length - 1;
      if (!isWhole && starts[next]! < last + rowsAhead) yield next;
    },
  };
}
