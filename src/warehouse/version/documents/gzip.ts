// Builds a gzip stream (RFC 1952) from blocks that were compressed earlier. A block is raw deflate data (RFC 1951) that ends with a
// full flush: it ends at a byte border, refers to nothing before it, and is not the last of its stream. So blocks can be joined in any
// order, and the checksum of the whole follows from the checksums of the blocks.
import { crc32, constants as zlibConstants } from 'node:zlib';

/** Options that make a block. */
export const blockOptions = { finishFlush: zlibConstants.Z_FULL_FLUSH } as const;

/** Deflate, no flags, no time, an unknown operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A stored block holds at most this much. */
const mostStoredBytes = 0xffff;
const storedHeaderBytes = 5;
const trailerBytes = 8;

/** A text as a block without compression. @param isLast whether it ends the deflate data */
export function storedBlock(text: Buffer, isLast = false): Buffer {
  if (text.length > mostStoredBytes) throw new Error(`a stored block holds ${mostStoredBytes} bytes at most`);
  const block = Buffer.allocUnsafe(storedHeaderBytes + text.length);
  block[0] = isLast ? 1 : 0;
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(~text.length & 0xffff, 3);
  text.copy(block, storedHeaderBytes);
  return block;
}

/** The size and checksum (CRC-32) of bytes, which may not be in memory. */
export interface Sum {
  readonly bytes: number;
  readonly crc: number;
}

export function sumOf(bytes: Buffer): Sum {
  return { bytes: bytes.length, crc: crc32(bytes) };
}

/** The sum of one text after the other. */
export function joinSums(sums: Iterable<Sum>): Sum {
  let bytes = 0;
  let crc = 0;
  for (const sum of sums) {
    crc = shifted(crc, sum.bytes) ^ sum.crc;
    bytes += sum.bytes;
  }
  return { bytes, crc: crc >>> 0 };
}

/** What comes before the blocks: the header and a first text. */
export function gzipHead(text: Buffer): Buffer {
  return Buffer.concat([header, storedBlock(text)]);
}

/** What comes after the blocks: a last text, and the checksum. @param whole the sum of all texts, including the last */
export function gzipTail(text: Buffer, whole: Sum): Buffer {
  const trailer = Buffer.allocUnsafe(trailerBytes);
  trailer.writeUInt32LE(whole.crc, 0);
  trailer.writeUInt32LE(whole.bytes % 2 ** 32, 4);
  return Buffer.concat([storedBlock(text, true), trailer]);
}

/** The polynomial of CRC-32, reflected (RFC 1952, section 8). */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** `powers[k]` is x^(2^k) modulo the polynomial. */
const powers = new Int32Array(32);
powers[0] = one >>> 1;
for (let k = 1; k < powers.length; k += 1) powers[k] = product(powers[k - 1]!, powers[k - 1]!);

/** The product of two polynomials modulo that of CRC-32, as in zlib's `crc32_combine`. */
function product(a: number, b: number): number {
  let sum = 0;
  let multiple = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= multiple;
    multiple = (multiple & 1) !== 0 ? (multiple >>> 1) ^ polynomial : multiple >>> 1;
  }
  return sum;
}

/** The checksum of a text as if that many zero bytes followed, without their initial value: multiplied with x^(8 × bytes). */
function shifted(crc: number, bytes: number): number {
  if (crc === 0) return 0;
  let result = crc;
  // x^(2^32) is x^(2^0) again: the order of x divides 2^32 − 1.
  for (let k = 3, rest = bytes; rest > 0; k += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = product(powers[k % 32]!, result);
  }
  return result;
}
