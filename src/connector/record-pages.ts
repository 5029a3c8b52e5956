// Pages of records from the items of a source's lists, and cursors of reads that go through several lists.
import type { Gap, Page, Rejection, SourceRecord } from './contract.ts';
import { textAt } from './json-values.ts';

/** What an item becomes: a record, the reason why it cannot be one, or nothing. */
export type MappedItem = SourceRecord | { readonly reason: string } | undefined;

interface PageOrigin {
  /** The request, for messages. */
  readonly subject: string;
  readonly gaps?: readonly Gap[];
  readonly cursor?: string | undefined;
}

/**
 * @param map makes the record of an item, or the reason why there is none; undefined leaves the item out
 * @param idOf the id of the record that an item without a record would have had, so that it keeps its last good form
 */
export function recordPage<Item>(
  items: readonly Item[],
  map: (item: Item) => MappedItem,
  { subject, gaps = [], cursor }: PageOrigin,
  idOf: (item: Item) => string | undefined = item => textAt(item, 'id'),
): Page {
  const records: SourceRecord[] = [];
  const rejected: Rejection[] = [];
  for (const [index, item] of items.entries()) {
    const mapped = map(item);
    if (mapped === undefined) continue;
    if (!('reason' in mapped)) {
      records.push(mapped as SourceRecord);
      continue;
    }
    const id = idOf(item);
    const place = `${subject} [${index}]${id === undefined ? '' : ` ${id}`}`;
    rejected.push({ place, reasons: [String(mapped.reason)], record: item, ...(id !== undefined && { id }) });
  }
  return { records, place: () => subject, rejected, gaps, ...(cursor !== undefined && { cursor }) };
}

/** Records by their ids: what a source states several times lands once, as it is stated last. */
export const distinctRecords = <Item extends { readonly id: string }>(records: readonly Item[]): Item[] => [
  ...new Map(records.map(record => [record.id, record])).values(),
];

/** Where a read that goes through several lists continues: which list, and where its next page is. */
export interface ListPlace {
  readonly list: string;
  readonly from?: string | undefined;
}

export const listCursor = (place: ListPlace): string => JSON.stringify(place);

/** @throws Error for a cursor that is not JSON */
export const listPlaceOf = (cursor: string | undefined): ListPlace | undefined =>
  cursor === undefined ? undefined : (JSON.parse(cursor) as ListPlace);
