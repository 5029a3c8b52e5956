// A collection of a version: which documents a page has, and which one has an id.
import type { Collections, StoredCollection } from '../layout.ts';
import { bytesOfId } from './format.ts';
import { gzipPage, type PageFrame, textPage } from './page.ts';
import { type ListRows, pageRanges, rowAfter, type Visible, visibleCount } from './ranges.ts';
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
  page(position: number, pageSize: number, visible: Visible): CollectionPage;
  /** The row after the next `skip` visible documents from row `position` on. */
  rowAfter(position: number, skip: number, visible: Visible): number;
  /** How many documents the collection has. */
  count(visible: Visible): number;
  /** One document by global id (lowercase); undefined when it is absent or not visible. */
  get(globalId: string, visible: Visible): Promise<Buffer | undefined>;
  /** Whether there is a document with this global id (lowercase), and it is visible. */
  has(globalId: string, visible: Visible): boolean;
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
  const { instances } = layout;
  const list: ListRows = layout.order === 'instance' ? layout : { ...layout, ordinalAt: row => stored.ordinalAt(row) };
  const find = (globalId: string, visible: Visible) => {
    const found = stored.find(bytesOfId(globalId));
    return found && (!visible || visible.has(instances[found.ordinal]!.applicationInstanceId)) ? found : undefined;
  };
  return {
    page(position, pageSize, visible) {
      const { ranges, next } = pageRanges(list, position, pageSize, visible);
      const pieces = ranges.flatMap(({ start, end }) => stored.pieces(start, end));
      return {
        next,
        text: frame => use(() => textPage(pieces, frame)),
        gzip: frame => use(() => gzipPage(pieces, frame)),
      };
    },
    rowAfter: (position, skip, visible) => rowAfter(list, position, skip, visible),
    count: visible => visibleCount(list, visible),
    async get(globalId, visible) {
      const found = find(globalId, visible);
      return found && use(() => found.file.document(found.row));
    },
    has: (globalId, visible) => find(globalId, visible) !== undefined,
  };
}
