// A collection of a version as a client may see it. Who sees the whole tenant gets the stored bytes; for a limited client, documents
// are read and written again without what it may not see.
import { parseExactly } from '../../connector/exact-json.ts';
import type { Visibility, Visible } from '../../resources/visibility/visible.ts';
import type { CollectionPage, CollectionReader } from './documents/collection.ts';
import type { PageFrame } from './documents/page.ts';
import type { Instances } from './documents/ranges.ts';
import { isVisibleItem, limitItem, type VisibleObjects } from './visible-documents.ts';

/** `instance` limits further, to one application instance that the client may see. */
export interface VisibleCollection {
  /** Up to `pageSize` documents from row `position` on. Those that a client may not see are left out of its page. */
  page(position: number, pageSize: number, visible: Visible, instance?: string): CollectionPage;
  /** The row after the next `skip` visible documents from row `position` on. */
  rowAfter(position: number, skip: number, visible: Visible, instance?: string): number;
  /** How many documents the collection has. */
  count(visible: Visible, instance?: string): number;
  /** One document by global id (lowercase); undefined when it is absent or not visible. */
  get(globalId: string, visible: Visible, instance?: string): Promise<Buffer | undefined>;
  /** Whether there is a document with this global id (lowercase), and its application instance is visible. */
  has(globalId: string, visible: Visible, instance?: string): boolean;
}

/** @param type the type of the objects */
export function visibleCollection(reader: CollectionReader, type: string, objects: VisibleObjects): VisibleCollection {
  const instances = (visible: Visible, instance?: string) => visibleInstances(type, visible, instance);
  return {
    page(position, pageSize, visible, instance) {
      const page = reader.page(position, pageSize, instances(visible, instance));
      return visible ? limitedPage(page, type, visible, objects) : page;
    },
    rowAfter: (position, skip, visible, instance) => reader.rowAfter(position, skip, instances(visible, instance)),
    count: (visible, instance) => reader.count(instances(visible, instance)),
    async get(globalId, visible, instance) {
      const bytes = await reader.get(globalId, instances(visible, instance));
      if (!bytes || !visible) return bytes;
      const text = limitedText(bytes.toString(), type, visible, objects);
      return text === undefined ? undefined : Buffer.from(text);
    },
    has: (globalId, visible, instance) => reader.has(globalId, instances(visible, instance)),
  };
}

const none: ReadonlySet<string> = new Set();

/** The application instances whose objects of the type are visible. Persons belong to nobody's instances: a client sees all or none. */
export function visibleInstances(type: string, visible: Visible, instance?: string): Instances {
  const own = instance === undefined ? undefined : new Set([instance]);
  if (visible && type === 'Person') return visible.personData ? own : none;
  return own ?? visible?.instances;
}

function limitedPage(page: CollectionPage, type: string, visible: Visibility, objects: VisibleObjects): CollectionPage {
  return {
    next: page.next,
    // Compressed blocks cannot be changed, so the text is compressed like any other answer.
    gzip: async () => undefined,
    async text({ before, after, allocate }: PageFrame) {
      const stored = await page.text({ before: Buffer.from('['), after: Buffer.from(']'), allocate: Buffer.alloc });
      const items = (parseExactly(stored.toString()) as unknown[]).flatMap(
        item => limited(item, type, visible, objects) ?? [],
      );
      const text = Buffer.from(items.map(item => JSON.stringify(item)).join(','));
      const body = allocate(before.length + text.length + after.length);
      before.copy(body);
      text.copy(body, before.length);
      after.copy(body, before.length + text.length);
      return body;
    },
  };
}

function limitedText(text: string, type: string, visible: Visibility, objects: VisibleObjects): string | undefined {
  const item = limited(parseExactly(text), type, visible, objects);
  return item === undefined ? undefined : JSON.stringify(item);
}

/** The visible part of an object; undefined: nothing. An edge, which is a text, is visible as a whole. */
function limited(item: unknown, type: string, visible: Visibility, objects: VisibleObjects): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const object = item as Record<string, unknown>;
  if (!isVisibleItem(type, object, visible)) return undefined;
  limitItem(type, object, visible, objects);
  return object;
}
