// Every row of a list for a file, page by page.
import type { FetchPage } from './paged-rows.ts';

/** @throws ApiError */
export async function* everyPage<Row>(fetchPage: FetchPage<Row>): AsyncGenerator<readonly Row[]> {
  const { signal } = new AbortController();
  for (let pageToken: string | undefined; ; ) {
    const { items, nextPageToken } = await fetchPage({ pageToken }, signal);
    yield items;
    if (nextPageToken === undefined) return;
    pageToken = nextPageToken;
  }
}
