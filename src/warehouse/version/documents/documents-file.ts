// A file of documents, opened for reading. Every block that is read is compared with its checksum first.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync, type ZlibOptions, constants as zlibConstants } from 'node:zlib';
import pLimit from 'p-limit';
import { StorageCorrupt } from '../../../storage/storage.ts';
import { type Index, newline, readDocumentsIndex, separator } from './format.ts';
import { freeBuffer } from './free-buffer.ts';
import { joinSums, type Sum, storedBlock, sumOf } from './gzip.ts';
import { lastStart } from './ids.ts';
import { createTextCache, type SharedText } from './text-cache.ts';

/** Consecutive blocks of a file. `last` is included. */
export interface Blocks {
  readonly first: number;
  readonly last: number;
}

export interface DocumentsFile {
  /** No other file that this process opens has it. */
  readonly id: number;
  readonly index: Index;
  blockOf(row: number): number;
  /** Sizes of the blocks with the separators between them: compressed, and as text. */
  packedBytes(blocks: Blocks): number;
  textBytes(blocks: Blocks): number;
  /** The checksum of their text. */
  textSum(blocks: Blocks): Sum;
  /** Read them as they lie in the file into a buffer of {@link packedBytes}. @throws StorageCorrupt */
  readPacked(blocks: Blocks, into: Buffer): Promise<Buffer>;
  /** The text of the rows `start` to `end`. @throws StorageCorrupt */
  text(start: number, end: number): Promise<SharedText>;
  /** The text of one document. @throws StorageCorrupt */
  document(row: number): Promise<Buffer>;
  /** Release the file. No read may be running, or begin later: its descriptor may then be that of another file. */
  close(): void;
}

const cachedBytes = 16 * 1024 * 1024;
const cache = createTextCache(cachedBytes);
const inflating = pLimit(os.availableParallelism());
const inflate = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);
export const packedSeparator = storedBlock(separator);
const separatorSum = sumOf(separator);
let opened = 0;

/** @param file its path. @param name for messages */
export async function openDocuments(file: string, name = path.basename(file)): Promise<DocumentsFile> {
  const descriptor = fs.openSync(file, 'r');
  const id = ++opened;
  const reads = createReads(descriptor, name);
  const shared = shareIndex(fs.fstatSync(descriptor), size => readDocumentsIndex(name, size, reads.read));
  const close = () => {
    shared.release();
    fs.closeSync(descriptor);
  };
  try {
    const index = await shared.index;
    return { id, index, ...readers(name, id, index, reads), close };
  } catch (error) {
    close();
    throw error;
  }
}

interface SharedIndex {
  readonly index: Promise<Index>;
  /** How many opened files have it. */
  holders: number;
}

/** The indexes of opened files. A version shares most files with the one before, so the same file is opened under several names. */
const indexes = new Map<string, SharedIndex>();

/** The index of a file that is open, read unless it is known. A file that is written again has another time. */
function shareIndex({ dev, ino, size, mtimeMs }: fs.Stats, read: (size: number) => Promise<Index>) {
  const key = [dev, ino, size, mtimeMs].join(' ');
  const shared = indexes.get(key) ?? { index: read(size), holders: 0 };
  indexes.set(key, shared);
  shared.holders += 1;
  const release = () => {
    shared.holders -= 1;
    if (shared.holders === 0) indexes.delete(key);
  };
  return { index: shared.index, release };
}

interface Reads {
  /** Fill the buffer. @throws StorageCorrupt */
  read(into: Buffer, position: number): Promise<Buffer>;
  /** Fill a small buffer in this thread; false where that could take long. @throws StorageCorrupt */
  readNow(into: Buffer, position: number): boolean;
}

/** What the system has in memory is read in some microseconds. A read that takes longer than this waited for the disk. */
const fromMemoryMs = 2;
/**
 * For how long after such a read small reads are given to other threads, in times of how long it took. So this thread waits for the
 * disk for a twentieth of the time at most, and a read that was slow because the processor was busy costs little.
 */
const restAfterSlowRead = 20;
const smallBytes = 32 * 1024;

/**
 * Reads of a file. Small ones are made in this thread while the system has the file in memory: to give one to another thread takes
 * twenty times longer than the read itself.
 */
function createReads(descriptor: number, name: string): Reads {
  let slowUntil = 0;

  const readLater = (into: Buffer, position: number): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      fs.read(descriptor, into, 0, into.length, position, (error, bytes) => {
        if (error) reject(error);
        else if (bytes !== into.length) reject(new StorageCorrupt(name, 'it is too short'));
        else resolve(into);
      });
    });

  function readNow(into: Buffer, position: number): boolean {
    const started = performance.now();
    if (into.length > smallBytes || started < slowUntil) return false;
    const bytes = fs.readSync(descriptor, into, 0, into.length, position);
    const ended = performance.now();
    if (ended - started > fromMemoryMs) slowUntil = ended + (ended - started) * restAfterSlowRead;
    if (bytes !== into.length) throw new StorageCorrupt(name, 'it is too short');
    return true;
  }

  return { readNow, read: async (into, position) => (readNow(into, position) ? into : readLater(into, position)) };
}

/** For the compressed block of a get that is read in this thread. */
const scratch = Buffer.allocUnsafeSlow(smallBytes);

function readers(
  name: string,
  id: number,
  index: Index,
  { read, readNow }: Reads,
): Omit<DocumentsFile, 'id' | 'index' | 'close'> {
  const { offsets, packedBytes, packedCrcs, firstRows } = index;
  const { packedSize, textSize, textSum } = sizesOf(index);
  const endOf = (block: number) => offsets[block]! + packedBytes[block]!;

  function verify({ first, last }: Blocks, packed: Buffer, from: number): void {
    for (let block = first; block <= last; block += 1) {
      const start = offsets[block]! - from;
      if (crc32(packed.subarray(start, start + packedBytes[block]!)) !== packedCrcs[block])
        throw new StorageCorrupt(name, `the checksum of block ${block} is wrong`);
    }
  }

  async function readPacked(blocks: Blocks, into: Buffer): Promise<Buffer> {
    const parts: Promise<void>[] = [];
    let at = 0;
    for (let first = blocks.first; first <= blocks.last; ) {
      // A file that several threads wrote is a sequence of pieces in any order.
      let last = first;
      while (last < blocks.last && offsets[last + 1] === endOf(last) + packedSeparator.length) last += 1;
      const from = offsets[first]!;
      const piece = { first, last };
      const place = into.subarray(at, at + endOf(last) - from);
      parts.push(read(place, from).then(packed => verify(piece, packed, from)));
      at += place.length;
      if (last < blocks.last) at += packedSeparator.copy(into, at);
      first = last + 1;
    }
    await Promise.all(parts);
    return into;
  }

  function checkedText(blocks: Blocks, text: Buffer): Buffer {
    if (text.length !== textSize(blocks))
      throw new StorageCorrupt(name, `block ${blocks.first} has another length than its index says`);
    return text;
  }

  async function unpack(blocks: Blocks): Promise<Buffer> {
    const packed = await readPacked(blocks, Buffer.allocUnsafe(packedSize(blocks)));
    try {
      return checkedText(blocks, await inflating(() => inflate(packed, inflateOptions(textSize(blocks)))));
    } catch (cause) {
      if (cause instanceof StorageCorrupt) throw cause;
      throw new StorageCorrupt(name, `block ${blocks.first} cannot be unpacked`, { cause });
    } finally {
      freeBuffer(packed);
    }
  }

  /** A compressed block, if it can be read in this thread. It is valid until the next one is read. */
  function packedNow(block: number): Buffer | undefined {
    const packed = scratch.subarray(0, packedBytes[block]);
    if (packed.length !== packedBytes[block] || !readNow(packed, offsets[block]!)) return undefined;
    verify({ first: block, last: block }, packed, offsets[block]!);
    return packed;
  }

  const withText = keepRecent(async block => {
    const blocks = { first: block, last: block };
    // Unpack in this thread: giving such a small task to another thread would take longer.
    const packed = packedNow(block) ?? (await readPacked(blocks, Buffer.allocUnsafe(packedBytes[block]!)));
    return checkedText(blocks, inflateRawSync(packed, inflateOptions(textSize(blocks))));
  });

  const blockOf = (row: number) => lastStart(firstRows, row);

  return {
    blockOf,
    packedBytes: packedSize,
    textBytes: textSize,
    textSum,
    readPacked,
    async text(start, end) {
      const blocks = { first: blockOf(start), last: blockOf(end - 1) };
      const shared = await cache.get(`${id} ${blocks.first} ${blocks.last}`, () => unpack(blocks));
      const text = linesOf(shared.text, start - firstRows[blocks.first]!, firstRows[blocks.last + 1]! - end);
      return { text, release: shared.release };
    },
    async document(row) {
      const block = blockOf(row);
      const [before, after] = [row - firstRows[block]!, firstRows[block + 1]! - row - 1];
      return withText(block, text => Buffer.from(linesOf(text, before, after)));
    },
  };
}

/** Keeps the text of the block that was read last: a caller that reads many documents mostly reads neighbours. */
function keepRecent(read: (block: number) => Promise<Buffer>) {
  let recent: { readonly block: number; readonly text: Buffer } | undefined;
  /** @param use is called with the text, which is freed when another block was read */
  return async <Result>(block: number, use: (text: Buffer) => Result): Promise<Result> => {
    if (recent?.block === block) return use(recent.text);
    const text = await read(block);
    if (recent) freeBuffer(recent.text);
    recent = { block, text };
    return use(text);
  };
}

function inflateOptions(textBytes: number): ZlibOptions {
  // One byte more than the text, because zlib allocates another buffer as soon as the first one is full.
  const chunkSize = Math.max(zlibConstants.Z_MIN_CHUNK, textBytes + 1);
  return { finishFlush: zlibConstants.Z_SYNC_FLUSH, chunkSize };
}

function sizesOf({ packedBytes, bytes, crcs }: Index) {
  const sizeOf = (sizes: Uint32Array, { first, last }: Blocks, between: number) => {
    let size = (last - first) * between;
    for (let block = first; block <= last; block += 1) size += sizes[block]!;
    return size;
  };
  return {
    packedSize: (blocks: Blocks) => sizeOf(packedBytes, blocks, packedSeparator.length),
    textSize: (blocks: Blocks) => sizeOf(bytes, blocks, separator.length),
    textSum({ first, last }: Blocks): Sum {
      const sums: Sum[] = [];
      for (let block = first; block <= last; block += 1) {
        if (block > first) sums.push(separatorSum);
        sums.push({ bytes: bytes[block]!, crc: crcs[block]! });
      }
      return joinSums(sums);
    },
  };
}

/** The text without some of its first and last lines. JSON holds no raw newline, so each newline ends a document. */
function linesOf(text: Buffer, before: number, after: number): Buffer {
  let start = 0;
  for (let left = before; left > 0; left -= 1) start = text.indexOf(newline, start) + 1;
  let end = text.length;
  for (let left = after; left > 0; left -= 1) end = text.lastIndexOf(newline, end - 1) + 1 - separator.length;
  return text.subarray(start, end);
}
