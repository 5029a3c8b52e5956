// Pages of records from Okta's objects.
import type { Gap, Page, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { textOf } from '../records/values.ts';

export type Mapped = SourceRecord | { readonly reason: string } | undefined;

interface Mapping {
  /** The request, for messages. */
  readonly subject: string;
  readonly gaps?: readonly Gap[];
  readonly cursor?: string | undefined;
}

/** @param map makes the record of an item, or the reason why there is none; undefined leaves the item out */
export function pageOf<Item>(
  items: readonly Item[],
  map: (item: Item) => Mapped,
  { subject, gaps = [], cursor }: Mapping,
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
    const id = textOf(item, 'id');
    const place = `${subject} [${index}]${id === undefined ? '' : ` ${id}`}`;
    rejected.push({ place, reasons: [String(mapped.reason)], record: item, ...(id !== undefined && { id }) });
  }
  return { records, place: () => subject, rejected, gaps, ...(cursor !== undefined && { cursor }) };
}

/** The cursor of a read that goes through several lists: which list, and the address of the next page. */
export interface ListPlace {
  readonly list: string;
  readonly from?: string | undefined;
}

export const cursorOf = (place: ListPlace): string => JSON.stringify(place);

/** @throws Error for a cursor that this connector has not made */
export const placeOf = (cursor: string | undefined): ListPlace | undefined =>
  cursor === undefined ? undefined : (JSON.parse(cursor) as ListPlace);
