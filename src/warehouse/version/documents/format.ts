// The file of documents, `.docs`:
//
//   blocks   about 48 KiB of documents each, compressed as gzip.ts says. Neighbours are separated by the stored block of ",\n"
//   index    what is needed to find documents: see Index, in this order
//   footer   48 bytes: see below
//
// A document is a line of JSON. The documents of a block are joined by ",\n", as they are in a page.
//
// Why deflate, and not zstd: practically every client accepts gzip, and blocks that end with a full flush can be joined to one gzip
// stream without compressing anything. So a page of compressed documents is a slice of the file. With zstd, most clients would need
// a page that is compressed for them, which takes more than all the rest. Clients that accept no compression are sent unpacked
// blocks; inflate is as fast as zstd here. Measured on accounts, one thread: deflate level 2 in blocks of 25 documents is 7.4 times
// smaller at 260 MB/s, of 50 documents 8.1 times at 310 MB/s; unpacked at 1,200 and 1,450 MB/s. A get unpacks one block, so the
// smaller ones are used. zstd level 1: 8.2 times at 640 MB/s, unpacked at 800 MB/s.
//
// An application instance with many rows of a type has a base file, and perhaps a delta with what changed since; small instances share the
// remainder. A page is a sequence of pieces of these files. A client that accepts gzip gets whole blocks as they are. When only a part of a
// block belongs to the page, the documents of this part are compressed again. A view of another collection has no documents, but an order
// file. Each block is compared with its checksum when it is read.
import { crc32 } from 'node:zlib';
import { StorageCorrupt } from '../../../storage/storage.ts';

/** What stands between two documents. */
export const separator = Buffer.from(',\n');
export const newline = 0x0a;
export const idBytes = 16;

/** The sizes of blocks, offsets and rows of a file, and the ids of its documents. */
export interface Index {
  readonly rows: number;
  /** Where each block begins in the file. */
  readonly offsets: Float64Array;
  /** The compressed size of each block, without the separator after it. */
  readonly packedBytes: Uint32Array;
  /** CRC-32 of the compressed block. */
  readonly packedCrcs: Uint32Array;
  /** The size of its text. */
  readonly bytes: Uint32Array;
  /** CRC-32 of its text. */
  readonly crcs: Uint32Array;
  /** Its first row, and at the end the number of rows. */
  readonly firstRows: Uint32Array;
  /** The ids as 16 bytes each, in ascending order. */
  readonly ids: Buffer;
  /** For each id its row; empty when the documents are in the order of their ids. */
  readonly rowsOfIds: Uint32Array;
  /** For each row the ordinal of its application instance; empty when the order of the documents tells it. */
  readonly owners: Uint32Array;
  /** Of a delta: how it is merged with its base ({@link Merge}). Otherwise empty. */
  readonly merge: Merge;
}

/** The rows of base and delta in the order of their ids, as runs. A run is consecutive rows of one of the two files. */
export interface Merge {
  /** The first row of each run in the merged list, and at the end the number of all rows. */
  readonly starts: Uint32Array;
  /** The first row of each run in its file, times 2, plus 1 for the delta. */
  readonly sources: Uint32Array;
  /** Rows of the base that are gone, ascending. */
  readonly gone: Uint32Array;
}

const magic = 'RDOCS001';
const footerBytes = 48;

/** The bytes that follow the blocks. @param end where they begin */
export function encodeIndex(index: Index, end: number): Buffer {
  const { merge } = index;
  const columns = [
    index.offsets,
    ...[index.packedBytes, index.packedCrcs, index.bytes, index.crcs, index.firstRows],
    ...[index.ids, index.rowsOfIds, index.owners, merge.starts, merge.sources, merge.gone],
  ].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const body = Buffer.concat(columns);
  const footer = Buffer.alloc(footerBytes);
  footer.write(magic, 0, 'latin1');
  footer.writeDoubleLE(end, 8);
  footer.writeUInt32LE(crc32(body), 16);
  const counts = [index.rows, index.offsets.length, merge.sources.length, merge.gone.length];
  for (const [place, count] of counts.entries()) footer.writeUInt32LE(count, 20 + 4 * place);
  footer.writeUInt32LE((index.rowsOfIds.length > 0 ? 1 : 0) + (index.owners.length > 0 ? 2 : 0), 36);
  footer.writeUInt32LE(crc32(footer.subarray(0, footerBytes - 4)), footerBytes - 4);
  return Buffer.concat([body, footer]);
}

/**
 * Read the index of an opened file.
 * @param read reads bytes at a position
 * @throws StorageCorrupt
 */
export async function readDocumentsIndex(
  name: string,
  size: number,
  read: (into: Buffer, position: number) => Promise<Buffer>,
): Promise<Index> {
  if (size < footerBytes) throw new StorageCorrupt(name, `it has ${size} bytes`);
  const footer = await read(Buffer.alloc(footerBytes), size - footerBytes);
  if (
    footer.toString('latin1', 0, magic.length) !== magic ||
    footer.readUInt32LE(footerBytes - 4) !== crc32(footer.subarray(0, footerBytes - 4))
  ) {
    throw new StorageCorrupt(name, 'its last bytes are not those of a complete file');
  }
  const end = footer.readDoubleLE(8);
  const body = await read(Buffer.from(new ArrayBuffer(size - footerBytes - end)), end);
  if (crc32(body) !== footer.readUInt32LE(16)) throw new StorageCorrupt(name, 'the checksum of its index is wrong');
  return decodeIndex(body, footer);
}

function decodeIndex({ buffer, length }: Buffer, footer: Buffer): Index {
  const [rows, blocks, runs, gone, flags] = [20, 24, 28, 32, 36].map(place => footer.readUInt32LE(place)) as [
    ...[number, number, number, number, number],
  ];
  let at = blocks * 8;
  const numbers = (count: number) => {
    const column = new Uint32Array(buffer as ArrayBuffer, at, count);
    at += column.byteLength;
    return column;
  };
  const offsets = new Float64Array(buffer as ArrayBuffer, 0, blocks);
  const packedBytes = numbers(blocks);
  const packedCrcs = numbers(blocks);
  const bytes = numbers(blocks);
  const crcs = numbers(blocks);
  const firstRows = numbers(blocks + 1);
  const ids = Buffer.from(buffer, at, rows * idBytes);
  at += ids.length;
  const rowsOfIds = numbers(flags & 1 ? rows : 0);
  const owners = numbers(flags & 2 ? rows : 0);
  const merge = { starts: numbers(runs > 0 || gone > 0 ? runs + 1 : 0), sources: numbers(runs), gone: numbers(gone) };
  if (at !== length) throw new Error(`the index has ${length} bytes instead of ${at}`);
  return { rows, offsets, packedBytes, packedCrcs, bytes, crcs, firstRows, ids, rowsOfIds, owners, merge };
}

/** A UUID as bytes. */
export function bytesOfId(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}
