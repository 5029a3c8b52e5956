// A collection of a version: which documents a page has, and which one has an id.
import type { Collections, StoredCollection } from '../layout.ts';
import { bytesOfId } from './format.ts';
import { gzipPage, type PageFrame, textPage } from './page.ts';
import { type Instances, type ListRows, pageRanges, rowAfter, rowCount } from './ranges.ts';
import { openByInstance, openOwnOrder, openView, type StoredRows } from './stored-rows.ts';

export interface CollectionPage {
  /** Where the next page begins; undefined at the end of the collection. */
  readonly next: number | undefined;
  /** The documents as JSON texts, joined by commas, in the frame. */
  text(frame: PageFrame): Promise<Buffer>;
  /** The same as a gzip stream; undefined when the text has to be compressed like any other answer. */
  gzip(frame: PageFrame): Promise<Buffer | undefined>;
}

export interface CollectionReader {
  /** Up to `pageSize` documents from row `position` on. */
  page(position: number, pageSize: number, instances: Instances): CollectionPage;
  /** The row after the next `skip` documents of the instances from row `position` on. */
  rowAfter(position: number, skip: number, instances: Instances): number;
  /** How many documents of the instances the collection has. */
  count(instances: Instances): number;
  /** One document by global id (lowercase); undefined when it is absent or of another instance. */
  get(globalId: string, instances: Instances): Promise<Buffer | undefined>;
  /** Whether there is a document with this global id (lowercase) of one of the instances. */
  has(globalId: string, instances: Instances): boolean;
}

export interface OpenCollections {
  readonly byName: ReadonlyMap<string, CollectionReader>;
  /** Release all files, after running reads. */
  close(): void;
}

/** Work with the files, which stay open until it has ended. @throws Error after the files were closed */
type Use = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @param folder with the files that the layouts name. @throws StorageCorrupt */
export async function openCollections(folder: string, layouts: Collections): Promise<OpenCollections> {
  const opened = new Map<string, StoredRows>();
  const closeAll = () => {
    for (const rows of opened.values()) rows.close();
  };
  let running = 0;
  let isClosing = false;
  const use: Use = async work => {
    if (isClosing) throw new Error('the version is closed');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      if (isClosing && running === 0) closeAll();
    }
  };
  // Views last: they read what another collection has opened.
  const inOrder = Object.entries(layouts).toSorted(([, a], [, b]) => Number(isView(a)) - Number(isView(b)));
  try {
    for (const [name, layout] of inOrder) opened.set(name, await openRows(folder, name, layout, opened));
  } catch (error) {
    // Opening is retried, perhaps for hours, so nothing may stay open.
    closeAll();
    throw error;
  }
  const readers = inOrder.map(([name, layout]) => [name, createReader(layout, opened.get(name)!, use)] as const);
  return {
    byName: new Map(readers),
    close() {
      if (isClosing) return;
      isClosing = true;
      if (running === 0) closeAll();
    },
  };
}

function isView({ order }: StoredCollection): boolean {
  return typeof order === 'object';
}

async function openRows(
  folder: string,
  name: string,
  layout: StoredCollection,
  opened: ReadonlyMap<string, StoredRows>,
): Promise<StoredRows> {
  const { order, rows } = layout;
  if (layout.order === 'instance') return openByInstance(folder, layout.instances);
  if (order === 'own') return openOwnOrder(folder, name, rows);
  const { of } = order as { of: string };
  const shown = opened.get(of);
  if (!shown) throw new Error(`${name} shows documents of ${of}, which this version does not have`);
  return openView(folder, name, rows, shown);
}

function createReader(layout: StoredCollection, stored: StoredRows, use: Use): CollectionReader {
  const list: ListRows = layout.order === 'instance' ? layout : { ...layout, ordinalAt: row => stored.ordinalAt(row) };
  const find = (globalId: string, instances: Instances) => {
    const found = stored.find(bytesOfId(globalId));
    return found && (!instances || instances.has(layout.instances[found.ordinal]!.applicationInstanceId))
      ? found
      : undefined;
  };
  return {
    page(position, pageSize, instances) {
      const { ranges, next } = pageRanges(list, position, pageSize, instances);
      const pieces = ranges.flatMap(({ start, end }) => stored.pieces(start, end));
      return {
        next,
        text: frame => use(() => textPage(pieces, frame)),
        gzip: frame => use(() => gzipPage(pieces, frame)),
      };
    },
    rowAfter: (position, skip, instances) => rowAfter(list, position, skip, instances),
    count: instances => rowCount(list, instances),
    async get(globalId, instances) {
      const found = find(globalId, instances);
      return found && use(() => found.file.document(found.row));
    },
    has: (globalId, instances) => find(globalId, instances) !== undefined,
  };
}
