// What connectors share that read single objects again: which ids may be asked for where, and objects of a source that gives only lists.
import type { ConnectorContext, Gap, ObjectsRead, Page, Rejection, SourceRecord } from './contract.ts';

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
