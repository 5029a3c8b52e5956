// Pages of records that were made from what is already read.
import type { Gap, Page, Rejection, SourceRecord } from '../../../src/connector/contract.ts';

const recordsOfPage = 1000;

/** At least one page, so that gaps are reported where there is nothing else. */
export function* pagesOfRecords(
  records: readonly SourceRecord[],
  gaps: readonly Gap[] = [],
  rejected: readonly Rejection[] = [],
): Generator<Page> {
  yield { records: records.slice(0, recordsOfPage), gaps, rejected };
  for (let start = recordsOfPage; start < records.length; start += recordsOfPage)
    yield { records: records.slice(start, start + recordsOfPage) };
}
