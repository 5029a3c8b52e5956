// Deletion vectors of Delta: which rows of a file are hidden, as a bitmap in the log itself.
// https://github.com/delta-io/delta/blob/master/PROTOCOL.md#deletion-vector-format
//
// A bitmap is a Roaring bitmap in its portable form: https://github.com/RoaringBitmap/RoaringFormatSpec
import type { HiddenRows } from './table-state.ts';

const magicNumber = 1_681_511_377;
/** Of a Roaring bitmap without containers of runs. */
const cookie = 12_346;
/** A container with more values is a bitmap of 65,536 bits. */
const mostInArray = 4_096;
/** The alphabet of Z85: https://rfc.zeromq.org/spec/32/ */
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';

/** @param positions numbers of rows below 2^31, ascending; at least one */
export function deletionVector(positions: Int32Array): HiddenRows {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(magicNumber, 0);
  // One bitmap, for the positions whose upper 32 bits are 0.
  head.writeBigUInt64LE(1n, 4);
  const vector = Buffer.concat([head, roaringBitmap(positions)]);
  return { text: base85(vector), bytes: vector.length, rows: positions.length };
}

function roaringBitmap(positions: Int32Array): Buffer {
  const containers = containersOf(positions);
  const header = Buffer.alloc(8 + 8 * containers.length);
  header.writeUInt32LE(cookie, 0);
  header.writeUInt32LE(containers.length, 4);
  let offset = header.length;
  for (const [index, { key, values, bytes }] of containers.entries()) {
    header.writeUInt16LE(key, 8 + 4 * index);
    header.writeUInt16LE(values.length - 1, 10 + 4 * index);
    header.writeUInt32LE(offset, 8 + 4 * containers.length + 4 * index);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...containers.map(({ bytes }) => bytes)]);
}

/** The positions in groups with the same upper 16 bits. */
function containersOf(positions: Int32Array): { key: number; values: Int32Array; bytes: Buffer }[] {
  const containers = [];
  for (let start = 0; start < positions.length; ) {
    const key = positions[start]! >>> 16;
    let end = start;
    while (end < positions.length && positions[end]! >>> 16 === key) end += 1;
    const values = positions.subarray(start, end);
    containers.push({ key, values, bytes: values.length > mostInArray ? bitsOf(values) : arrayOf(values) });
    start = end;
  }
  return containers;
}

function arrayOf(values: Int32Array): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, 2 * index);
  return bytes;
}

function bitsOf(values: Int32Array): Buffer {
  const bytes = Buffer.alloc(8_192);
  for (const value of values) bytes[(value & 0xffff) >>> 3]! |= 1 << (value & 7);
  return bytes;
}

/** Zeros fill the last group of four bytes. */
function base85(bytes: Buffer): string {
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  bytes.copy(padded);
  let text = '';
  for (let at = 0; at < padded.length; at += 4) {
    const value = padded.readUInt32BE(at);
    for (const unit of [85 ** 4, 85 ** 3, 85 ** 2, 85, 1]) text += alphabet[Math.floor(value / unit) % 85];
  }
  return text;
}
