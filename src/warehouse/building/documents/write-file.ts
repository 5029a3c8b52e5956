// Writes a file of documents from pieces, which several threads compress at once.
import fs from 'node:fs';
import { encodeIndex, type Index, idBytes, type Merge } from '../../version/documents/format.ts';
import type { Compressor } from './compressor.ts';
import { sortIds } from './sort-ids.ts';

export interface FileContent {
  /** Queries of lines; their rows follow one another in the file. */
  readonly pieces: readonly string[];
  /** Whether the rows are in the order of their ids. */
  readonly isSorted: boolean;
  /** Whether each line names an owner. */
  readonly hasOwners?: boolean;
  /** For a delta: how it is merged with its base. @param ids of the documents, sorted */
  merge?(ids: Buffer): Promise<Merge>;
}

const noMerge: Merge = { starts: new Uint32Array(0), sources: new Uint32Array(0), gone: new Uint32Array(0) };

/** Write a file. The caller has to sync it to disk. @returns its index */
export async function writeDocuments(compressor: Compressor, file: string, content: FileContent): Promise<Index> {
  const descriptor = fs.openSync(file, 'wx');
  try {
    const end = new SharedArrayBuffer(8);
    const order = { hasNumbers: content.hasOwners ?? false, file: { descriptor, end } };
    const written = content.pieces.map(query => compressor.compress(query, order));
    // All of them, so that nothing still writes when the file is closed.
    await Promise.allSettled(written);
    const pieces = await Promise.all(written);
    const position = Number(new BigInt64Array(end)[0]);
    const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
    const found = Buffer.concat(pieces.map(({ ids }) => ids));
    const { ids, rowsOfIds } = content.isSorted ? { ids: found, rowsOfIds: new Uint32Array(0) } : sortIds(found);
    if (content.isSorted) checkSorted(ids, file);
    const numbers = (pick: (piece: (typeof pieces)[number]) => Uint32Array) => joined(pieces.map(pick));
    const index: Index = {
      ...{ rows, ids, rowsOfIds, owners: numbers(piece => piece.numbers) },
      offsets: Float64Array.from(pieces.flatMap(({ offsets }) => [...offsets])),
      ...{ packedBytes: numbers(piece => piece.packedBytes), packedCrcs: numbers(piece => piece.packedCrcs) },
      ...{ bytes: numbers(piece => piece.bytes), crcs: numbers(piece => piece.crcs) },
      firstRows: sumsOf(numbers(piece => piece.rowsOfBlocks)),
      merge: (await content.merge?.(ids)) ?? noMerge,
    };
    const bytes = encodeIndex(index, position);
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at, bytes.length - at, position + at);
    return index;
  } finally {
    fs.closeSync(descriptor);
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The sum of all counts before each one, and at the end the sum of all. */
function sumsOf(counts: Uint32Array): Uint32Array {
  const sums = new Uint32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) sums[index + 1] = sums[index]! + count;
  return sums;
}

/** Ids in another order are an error: a get would not find them, and clients rely on the order of a page. */
function checkSorted(ids: Buffer, file: string): void {
  for (let at = idBytes; at < ids.length; at += idBytes) {
    if (ids.compare(ids, at - idBytes, at, at, at + idBytes) <= 0)
      throw new Error(`${file}: its rows are not in the order of their ids`);
  }
}
