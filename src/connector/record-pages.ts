// Pages of records from the items of a source's lists, cursors of reads that go through several lists, and single objects out of lists.
import type { ConnectorContext, Gap, ObjectsRead, Page, Rejection, SourceRecord } from './contract.ts';
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

/**
 * The ids of users among those of accounts. A source that is asked for a user with the id of a machine account says that there is none,
 * which does not mean that the machine account is gone. Ids of which nothing is landed count as users.
 */
export async function idsOfUsers({ landedBefore }: ConnectorContext, ids: readonly string[]): Promise<string[]> {
  const types = await landedBefore?.('Account', 'type', ids);
  return ids.filter(id => (types?.get(id) ?? 'User') === 'User');
}

/**
 * Some objects out of lists that have all of their kind, for a source that has no request for one.
 * @param ids those that the lists would have, if they exist
 */
export async function objectsOfLists(pages: AsyncIterable<Page>, ids: readonly string[]): Promise<ObjectsRead> {
  const isAsked = new Set(ids);
  const brought = new Map<string, { readonly record: SourceRecord; readonly place: string }>();
  const [gaps, rejected]: [Gap[], Rejection[]] = [[], []];
  let isWhole = true;
  for await (const page of pages) {
    for (const [index, record] of page.records.entries())
      if (isAsked.has(record.id)) brought.set(record.id, { record, place: page.place?.(index) ?? record.id });
    for (const row of page.rejected ?? []) {
      isWhole &&= row.id !== undefined || row.harmless === true;
      if (row.id !== undefined && isAsked.has(row.id)) rejected.push(row);
    }
    isWhole &&= !page.gaps?.some(({ missing }) => missing === 'objects');
    gaps.push(...(page.gaps ?? []));
  }
  const isRejected = new Set(rejected.map(({ id }) => id));
  const landed = [...brought.values()];
  return {
    records: landed.map(({ record }) => record),
    place: index => landed[index]!.place,
    gone: isWhole ? ids.filter(id => !brought.has(id) && !isRejected.has(id)) : [],
    rejected,
    gaps,
  };
}
