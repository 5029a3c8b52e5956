// Puts a page together from documents of one or more files: as text, or as a gzip stream of blocks that are already compressed.
import os from 'node:os';
import { promisify } from 'node:util';
import { deflateRaw, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type Blocks, type DocumentsFile, packedSeparator } from './documents-file.ts';
import { separator } from './format.ts';
import { blockOptions, gzipHead, gzipTail, joinSums, type Sum, sumOf } from './gzip.ts';

/** Consecutive documents of a file. */
export interface Piece {
  readonly file: DocumentsFile;
  readonly start: number;
  readonly end: number;
}

/** The bytes around a page's documents. */
export interface PageFrame {
  readonly before: Buffer;
  readonly after: Buffer;
  /** A buffer of this size. Its content may be anything, because every byte that is sent is overwritten. */
  allocate(bytes: number): Buffer;
}

/** Texts are unpacked, and documents compressed, for about this many bytes at once. */
const atOnceBytes = 4 * 1024 * 1024;
/** Level for documents of blocks that do not belong to a page as a whole. */
const edgeLevel = 1;
/** Limits how many compressors run at once, because each takes a quarter of a megabyte. */
const deflating = pLimit(Math.max(2, os.availableParallelism()));
const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
/** Edges that were compressed a moment ago, by their pieces. Clients that page through a list at the same time need the same ones. */
const packedEdges = new LRUCache<string, Promise<Packed>>({ max: 256 });
/** Larger edges are not kept but compressed each time. */
const keptEdgeBytes = 128 * 1024;

/** The documents as text, joined as JSON wants it, in their frame. @throws StorageCorrupt */
export async function textPage(pieces: readonly Piece[], frame: PageFrame): Promise<Buffer> {
  const { before, after } = frame;
  const parts = pieces.flatMap(shortPieces);
  const sizes = parts.map(({ file, ...piece }) => file.textBytes(blocksOf(file, piece)) + separator.length);
  const page = frame.allocate(sizes.reduce((sum, size) => sum + size, before.length + after.length));
  let at = before.copy(page);
  for (let first = 0; first < parts.length; ) {
    let last = first;
    for (let bytes = sizes[first]!; last + 1 < parts.length && bytes < atOnceBytes; bytes += sizes[last]!) last += 1;
    const texts = await Promise.all(parts.slice(first, last + 1).map(({ file, start, end }) => file.text(start, end)));
    for (const [index, { text, release }] of texts.entries()) {
      if (first + index > 0) at += separator.copy(page, at);
      at += text.copy(page, at);
      release();
    }
    first = last + 1;
  }
  at += after.copy(page, at);
  return page.subarray(0, at);
}

/** Pieces whose texts are not too large to be unpacked at once. */
function shortPieces({ file, start, end }: Piece): Piece[] {
  const pieces: Piece[] = [];
  for (let from = start; from < end; ) {
    const first = file.blockOf(from);
    let last = first;
    while (file.index.firstRows[last + 1]! < end && file.textBytes({ first, last: last + 1 }) < atOnceBytes) last += 1;
    const to = Math.min(end, file.index.firstRows[last + 1]!);
    pieces.push({ file, start: from, end: to });
    from = to;
  }
  return pieces;
}

function blocksOf(file: DocumentsFile, { start, end }: Omit<Piece, 'file'>): Blocks {
  return { first: file.blockOf(start), last: file.blockOf(end - 1) };
}

/** Whole blocks of a file, or documents of blocks that do not belong to the page as a whole. */
type Element = { readonly file: DocumentsFile; readonly blocks: Blocks } | { readonly edges: Piece[] };

/** Bytes of the gzip stream, and the checksum of their text. */
interface Packed {
  readonly bytes: number;
  readonly sum: Sum;
  write(into: Buffer): Promise<unknown>;
}

/**
 * The same as a gzip stream; undefined when no block belongs to it as a whole, or when too much of it would have to be compressed.
 * @throws StorageCorrupt
 */
export async function gzipPage(pieces: readonly Piece[], frame: PageFrame): Promise<Buffer | undefined> {
  const elements = elementsOf(pieces);
  const edges = elements.flatMap(element => ('edges' in element ? element.edges : []));
  const edgeBytes = edges.reduce((sum, { file, ...piece }) => sum + file.textBytes(blocksOf(file, piece)), 0);
  if (edgeBytes > atOnceBytes || elements.every(element => 'edges' in element)) return undefined;
  const packed = await Promise.all(
    elements.map(element => ('edges' in element ? keptEdges(element.edges) : packBlocks(element))),
  );
  const between = sumOf(separator);
  const sums = packed.flatMap(({ sum }, index) => (index === 0 ? [sum] : [between, sum]));
  const head = gzipHead(frame.before);
  const tail = gzipTail(frame.after, joinSums([sumOf(frame.before), ...sums, sumOf(frame.after)]));
  const separators = Math.max(0, packed.length - 1) * packedSeparator.length;
  const page = frame.allocate(packed.reduce((sum, { bytes }) => sum + bytes, head.length + separators + tail.length));
  let at = head.copy(page);
  const writing = packed.map(({ bytes, write }, index) => {
    if (index > 0) at += packedSeparator.copy(page, at);
    const place = page.subarray(at, at + bytes);
    at += bytes;
    return write(place);
  });
  tail.copy(page, at);
  await Promise.all(writing);
  return page;
}

function elementsOf(pieces: readonly Piece[]): Element[] {
  const elements: Element[] = [];
  const addEdge = (edge: Piece) => {
    if (edge.start >= edge.end) return;
    const last = elements.at(-1);
    if (last && 'edges' in last) last.edges.push(edge);
    else elements.push({ edges: [edge] });
  };
  for (const { file, start, end } of pieces) {
    const { firstRows } = file.index;
    const { first, last } = blocksOf(file, { start, end });
    const whole = {
      first: firstRows[first] === start ? first : first + 1,
      last: firstRows[last + 1] === end ? last : last - 1,
    };
    if (whole.first > whole.last) {
      addEdge({ file, start, end });
      continue;
    }
    addEdge({ file, start, end: firstRows[whole.first]! });
    elements.push({ file, blocks: whole });
    addEdge({ file, start: firstRows[whole.last + 1]!, end });
  }
  return elements;
}

function packBlocks({ file, blocks }: { file: DocumentsFile; blocks: Blocks }): Packed {
  return {
    bytes: file.packedBytes(blocks),
    sum: file.textSum(blocks),
    write: into => file.readPacked(blocks, into),
  };
}

function keptEdges(edges: readonly Piece[]): Promise<Packed> {
  const bytes = edges.reduce((sum, { file, ...piece }) => sum + file.textBytes(blocksOf(file, piece)), 0);
  if (bytes > keptEdgeBytes) return packEdges(edges);
  const key = edges.map(({ file, start, end }) => `${file.id} ${start} ${end}`).join();
  const known = packedEdges.get(key);
  if (known) return known;
  const made = packEdges(edges);
  packedEdges.set(key, made);
  made.catch(() => packedEdges.delete(key));
  return made;
}

async function packEdges(edges: readonly Piece[]): Promise<Packed> {
  const shared = await Promise.all(edges.map(({ file, start, end }) => file.text(start, end)));
  const texts = shared.map(({ text }) => text);
  const text =
    texts.length === 1
      ? texts[0]!
      : Buffer.concat(texts.flatMap((one, index) => (index === 0 ? [one] : [separator, one])));
  const block = await deflating(() => deflate(text, { ...blockOptions, level: edgeLevel }));
  const sum = sumOf(text);
  for (const { release } of shared) release();
  return { bytes: block.length, sum, write: async into => block.copy(into) };
}
