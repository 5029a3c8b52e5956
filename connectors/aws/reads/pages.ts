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

/** Records by their ids: what several statements say of one relationship is landed once. */
export const distinctRecords = (records: readonly SourceRecord[]): SourceRecord[] => [
  ...new Map(records.map(record => [record.id, record])).values(),
];

/** A gap of a list, as one of the records that depend on it: their fields are not known. */
export const asFieldGap = (gap: Gap, fields: string): Gap => {
  const { within: _within, ...rest } = gap;
  return { ...rest, missing: 'fields', message: `${fields}: ${gap.message}` };
};
