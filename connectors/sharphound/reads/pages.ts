// Pages of records from the objects of a collection.
import type { Gap, Page, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { type DirectoryObject, directoryObjectsOf, type SharphoundClient } from '../client.ts';
import type { Kind } from '../kinds.ts';

const recordsOfPage = 1000;

interface ObjectRead {
  /** Kinds of objects that records are made of; undefined: all. */
  readonly kinds?: ReadonlySet<Kind>;
  readonly gaps: readonly Gap[];
  /** Records of an object. */
  records(object: DirectoryObject): Iterable<SourceRecord>;
  /** Records that no single object makes, after the others. */
  readonly others?: Iterable<SourceRecord>;
  /** Whether several objects may state the same record. */
  readonly repeats?: boolean;
}

export async function* objectPages(client: SharphoundClient, read: ObjectRead): AsyncGenerator<Page> {
  let records: SourceRecord[] = [];
  let places: string[] = [];
  let rejected: Rejection[] = [];
  const seen = new Set<string>();
  const isNew = ({ id }: SourceRecord) => !read.repeats || (!seen.has(id) && seen.add(id) !== undefined);
  const page = (gaps: readonly Gap[] = []): Page => {
    const named = places;
    const result = { records, rejected, gaps, place: (index: number) => named[index] ?? 'collection' };
    [records, places, rejected] = [[], [], []];
    return result;
  };
  yield page(read.gaps);
  for await (const object of directoryObjectsOf(client, read.kinds)) {
    if ('rejection' in object) {
      rejected.push(object.rejection);
      continue;
    }
    for (const record of read.records(object)) {
      if (!isNew(record)) continue;
      records.push(record);
      places.push(object.place);
    }
    if (records.length >= recordsOfPage) yield page();
  }
  for (const record of read.others ?? []) {
    if (isNew(record)) records.push(record);
    if (records.length >= recordsOfPage) yield page();
  }
  yield page();
}
