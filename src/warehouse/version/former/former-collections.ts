// Reads the collections of versions of release 0.2.0 and before (layout.ts): after an upgrade, they are served until the next build.
import fs from 'node:fs';
import path from 'node:path';
import type { CollectionReader, OpenCollections } from '../documents/collection.ts';
import type { PageFrame } from '../documents/page.ts';
import { type Instances, type ListRows, pageRanges, type Range, rowAfter, rowCount } from '../documents/ranges.ts';
import type { FormerCollection } from './layout.ts';

export async function openFormerCollections(
  folder: string,
  layouts: Readonly<Record<string, FormerCollection>>,
): Promise<OpenCollections> {
  const opened = new Map<string, OpenCollection>();
  const close = () => {
    for (const collection of opened.values()) collection.close();
  };
  try {
    for (const [name, layout] of Object.entries(layouts))
      opened.set(name, await openCollection(path.join(folder, name), layout));
  } catch (error) {
    // Opening is retried, perhaps for hours, so nothing may stay open.
    close();
    throw error;
  }
  return { byName: opened, close };
}

interface OpenCollection extends CollectionReader {
  close(): void;
}

const comma = 0x2c;
const idLength = 36;
/** `<id><row as 12 hexadecimal digits>\n` */
const idLineLength = idLength + 12 + 1;
const ownerLineLength = 9;

async function openCollection(file: string, layout: FormerCollection): Promise<OpenCollection> {
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

  const list: ListRows = owners ? { ...layout, ordinalAt } : layout;

  function instanceAt(row: number): string {
    if (owners) return layout.instances[ordinalAt(row)]!.applicationInstanceId;
    return layout.instances.find(instance => row >= instance.start && row < instance.start + instance.count)!
      .applicationInstanceId;
  }

  async function textOf(ranges: readonly Range[], { before, after, allocate }: PageFrame): Promise<Buffer> {
    const slices = ranges.flatMap(range => withinParts(range, parts));
    const bytes = slices.reduce((sum, slice) => sum + bytesOf(slice) + 1, before.length + after.length);
    const page = allocate(slices.length > 0 ? bytes - 1 : bytes);
    let at = before.copy(page);
    const reads = slices.map((slice, index) => {
      if (index > 0) page[at++] = comma;
      const place = page.subarray(at, at + bytesOf(slice));
      at += place.length;
      return readRows(slice, place);
    });
    after.copy(page, at);
    await Promise.all(reads);
    return page;
  }

  const find = (globalId: string, instances: Instances) => {
    const row = findRow(ids, globalId);
    return row === undefined || (instances && !instances.has(instanceAt(row))) ? undefined : row;
  };

  return {
    page(position, pageSize, instances) {
      const { ranges, next } = pageRanges(list, position, pageSize, instances);
      return { next, text: frame => textOf(ranges, frame), gzip: async () => undefined };
    },
    rowAfter: (position, skip, instances) => rowAfter(list, position, skip, instances),
    count: instances => rowCount(list, instances),
    async get(globalId, instances) {
      const row = find(globalId, instances);
      if (row === undefined) return undefined;
      const range = { start: row, end: row + 1 };
      return readRows(range, Buffer.allocUnsafe(bytesOf(range)));
    },
    has: (globalId, instances) => find(globalId, instances) !== undefined,
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

function openParts(file: string, layout: FormerCollection): Part[] {
  const opened: Part[] = [];
  let start = 0;
  let firstByte = 0;
  try {
    for (const [number, { rows, bytes }] of layout.parts.entries()) {
      const name = `${file}.${number}.json`;
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
