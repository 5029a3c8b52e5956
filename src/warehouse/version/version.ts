// A published version, opened for reading. A list or get is a slice of a file: no database, no parsing, no rendering.
import fs from 'node:fs';
import path from 'node:path';
import { collections } from '../../resources/registry.ts';
import { checkSizes } from './files.ts';
import { type CollectionManifest, collectionName, collectionsFolder, partFile } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** Which application instances a reader sees; undefined: all. */
export type Visible = ReadonlySet<string> | undefined;

/** The bytes around a page's items. */
export interface PageFrame {
  readonly before: Buffer;
  /** The bytes after the items. @param next where the next page begins; undefined at the end of the collection */
  after(next: number | undefined): Buffer;
  /** A buffer of that size. All of it is overwritten. */
  allocate(bytes: number): Buffer;
}

export interface CollectionReader {
  /** Up to `pageSize` items from row `position` on: their JSON texts, joined by commas, in the frame. */
  page(position: number, pageSize: number, visible: Visible, frame: PageFrame): Promise<Buffer>;
  /** One item by global id (lowercase); undefined when it is absent or not visible. */
  get(globalId: string, visible: Visible): Promise<{ item: Buffer; row: number } | undefined>;
}

export interface Version {
  readonly number: number;
  readonly folder: string;
  readonly manifest: Manifest;
  /** By name, for example `roles`. */
  collection(name: string): CollectionReader;
  /** Keep the files open until the returned function is called, even when the version is closed before that. */
  hold(): () => void;
  /** Release the files, after running reads and holders have finished. */
  close(): void;
}

/**
 * Open all of a version in advance: for a million rows, reading the ids alone would take longer than a request may take.
 * @param released called when nothing needs the files any more
 */
export async function openVersion(folder: string, released: () => void = () => {}): Promise<Version> {
  const manifest = readManifest(folder);
  if (manifest.files) checkSizes(folder, manifest.files);
  const known = new Set(collections.map(collectionName));
  const names = Object.keys(manifest.collections).filter(name => known.has(name));
  const opened = new Map<string, OpenCollection>();
  try {
    for (const name of names) {
      opened.set(name, await openCollection(path.join(collectionsFolder(folder), name), manifest.collections[name]!));
    }
  } catch (error) {
    // Opening is retried, perhaps for hours, so nothing may stay open.
    for (const collection of opened.values()) collection.close();
    throw error;
  }
  let holders = 1;
  const letGo = () => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      holders -= 1;
      if (holders > 0) return;
      for (const collection of opened.values()) collection.close();
      opened.clear();
      released();
    };
  };
  return {
    number: manifest.version,
    folder,
    manifest,
    collection(name) {
      const collection = opened.get(name);
      if (!collection) throw new Error(`version ${manifest.version} has no collection ${name}`);
      return collection;
    },
    hold() {
      holders += 1;
      return letGo();
    },
    close: letGo(),
  };
}

interface OpenCollection extends CollectionReader {
  close(): void;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const comma = 0x2c;
const idLength = 36;
/** `<id><row as 12 hexadecimal digits>\n` */
const idLineLength = idLength + 12 + 1;
const ownerLineLength = 9;

async function openCollection(file: string, layout: CollectionManifest): Promise<OpenCollection> {
  const offsetBytes = await fs.promises.readFile(`${file}.offsets`);
  const offsets = new Float64Array(offsetBytes.buffer, offsetBytes.byteOffset, offsetBytes.byteLength / 8);
  const ids = await fs.promises.readFile(`${file}.ids`);
  const owners = layout.contiguous ? undefined : await fs.promises.readFile(`${file}.owners`);
  const parts = openParts(file, layout);
  let reading = 0;
  let closing = false;

  function release(): void {
    if (closing && reading === 0) for (const { descriptor } of parts) fs.closeSync(descriptor);
  }

  /** The length of rows `start` to `end` in bytes, without the comma and newline after the last row. */
  const bytesOf = ({ start, end }: Range) => offsets[end]! - offsets[start]! - 2;

  /** Read rows of one part; resolves to `into`, which is as long as {@link bytesOf} says. */
  function readRows({ start, end }: Range, into: Buffer): Promise<Buffer> {
    const { descriptor, firstByte, name } = parts.findLast(part => start >= part.start)!;
    reading += 1;
    return new Promise<Buffer>((resolve, reject) => {
      fs.read(descriptor, into, 0, into.length, offsets[start]! - firstByte, (error, read) => {
        reading -= 1;
        release();
        if (error) reject(error);
        else if (read !== into.length) reject(new Error(`${name} ends before row ${end}`));
        else resolve(into);
      });
    });
  }

  const ordinalAt = (row: number) =>
    Number.parseInt(owners!.toString('latin1', row * ownerLineLength, row * ownerLineLength + 8), 16);

  function instanceAt(row: number): string {
    if (owners) return layout.instances[ordinalAt(row)]!.applicationInstanceId;
    return layout.instances.find(instance => row >= instance.start && row < instance.start + instance.count)!
      .applicationInstanceId;
  }

  return {
    async page(position, pageSize, visible, { before, after, allocate }) {
      const { ranges, next } = owners
        ? scattered(layout, position, pageSize, visible, ordinalAt)
        : contiguous(layout, position, pageSize, visible);
      const slices = ranges.flatMap(range => withinParts(range, parts));
      const tail = after(next);
      const bytes = slices.reduce((sum, slice) => sum + bytesOf(slice) + 1, before.length + tail.length);
      const page = allocate(slices.length > 0 ? bytes - 1 : bytes);
      let at = before.copy(page);
      const reads = slices.map((slice, index) => {
        if (index > 0) page[at++] = comma;
        const place = page.subarray(at, at + bytesOf(slice));
        at += place.length;
        return readRows(slice, place);
      });
      tail.copy(page, at);
      await Promise.all(reads);
      return page;
    },
    async get(globalId, visible) {
      const row = findRow(ids, globalId);
      if (row === undefined || (visible && !visible.has(instanceAt(row)))) return undefined;
      const range = { start: row, end: row + 1 };
      return { item: await readRows(range, Buffer.allocUnsafe(bytesOf(range))), row };
    },
    close() {
      closing = true;
      release();
    },
  };
}

interface Part extends Range {
  readonly name: string;
  readonly descriptor: number;
  /** Where the part begins, as if the parts were one file. */
  readonly firstByte: number;
}

function openParts(file: string, layout: CollectionManifest): Part[] {
  const opened: Part[] = [];
  let start = 0;
  let firstByte = 0;
  try {
    for (const [number, { rows, bytes }] of layout.parts.entries()) {
      const name = partFile(file, number);
      opened.push({ name, descriptor: fs.openSync(name, 'r'), start, end: start + rows, firstByte });
      start += rows;
      firstByte += bytes;
    }
  } catch (error) {
    for (const { descriptor } of opened) fs.closeSync(descriptor);
    throw error;
  }
  return opened;
}

/** Split a range where it crosses from one part into the next. */
function withinParts({ start, end }: Range, parts: readonly Part[]): Range[] {
  return parts
    .filter(part => part.start < end && part.end > start)
    .map(part => ({ start: Math.max(start, part.start), end: Math.min(end, part.end) }));
}

/** Rows of a list that is sorted by application instance: each visible instance is one range. */
function contiguous(
  layout: CollectionManifest,
  position: number,
  pageSize: number,
  visible: Visible,
): { ranges: Range[]; next: number | undefined } {
  const whole = [{ start: 0, end: layout.rows }];
  const visibleRanges = visible
    ? layout.instances
        .filter(instance => visible.has(instance.applicationInstanceId))
        .map(({ start, count }) => ({ start, end: start + count }))
    : whole;
  const ranges: Range[] = [];
  let left = pageSize;
  for (const range of visibleRanges) {
    const start = Math.max(range.start, position);
    if (start >= range.end) continue;
    if (left === 0) return { ranges, next: start };
    const end = Math.min(range.end, start + left);
    ranges.push({ start, end });
    left -= end - start;
    if (end < range.end) return { ranges, next: end };
  }
  return { ranges, next: undefined };
}

/** Rows of a list in another order: scan from the position on, keep the visible rows, and merge neighbours into one range. */
function scattered(
  layout: CollectionManifest,
  position: number,
  pageSize: number,
  visible: Visible,
  ordinalAt: (row: number) => number,
): { ranges: Range[]; next: number | undefined } {
  if (!visible) return contiguous(layout, position, pageSize, visible);
  const shown = layout.instances.map(instance => visible.has(instance.applicationInstanceId));
  const ranges: { start: number; end: number }[] = [];
  let left = pageSize;
  for (let row = position; row < layout.rows; row += 1) {
    if (!shown[ordinalAt(row)]) continue;
    if (left === 0) return { ranges, next: row };
    const last = ranges.at(-1);
    if (last?.end === row) last.end += 1;
    else ranges.push({ start: row, end: row + 1 });
    left -= 1;
  }
  return { ranges, next: undefined };
}

/** Binary search among the sorted id lines. */
function findRow(ids: Buffer, globalId: string): number | undefined {
  const wanted = Buffer.from(globalId, 'latin1');
  if (wanted.length !== idLength) return undefined;
  let low = 0;
  let high = ids.length / idLineLength - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const at = middle * idLineLength;
    const order = ids.compare(wanted, 0, idLength, at, at + idLength);
    if (order === 0) return Number.parseInt(ids.toString('latin1', at + idLength, at + idLength + 12), 16);
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
