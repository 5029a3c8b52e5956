// The file `.order` of a collection that shows documents of another one in an order of its own: where each document lies, then the ids,
// sorted, then the CRC-32 of all this. Numbers have 32 bits, little-endian.
import { crc32 } from 'node:zlib';
import { StorageCorrupt } from '../../../storage/storage.ts';
import { idBytes } from './format.ts';

export interface Order {
  /** The ordinal of its application instance in the other collection. */
  readonly ordinals: Uint32Array;
  /** Its row in the file of its instance, times 2, plus 1 for the delta. */
  readonly rows: Uint32Array;
  /** 16 bytes each, ascending. */
  readonly ids: Buffer;
}

const numberBytes = 4;

export function encodeOrder({ ordinals, rows, ids }: Order): Buffer {
  const body = Buffer.concat(
    [ordinals, rows, ids].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  const check = Buffer.alloc(numberBytes);
  check.writeUInt32LE(crc32(body));
  return Buffer.concat([body, check]);
}

/** @param name for messages. @throws StorageCorrupt */
export function decodeOrder(name: string, bytes: Buffer): Order {
  const end = bytes.length - numberBytes;
  const count = end / (2 * numberBytes + idBytes);
  if (!Number.isInteger(count) || crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end))
    throw new StorageCorrupt(name, 'its checksum is wrong');
  const { buffer } = new Uint8Array(bytes);
  const columnBytes = count * numberBytes;
  return {
    ordinals: new Uint32Array(buffer, 0, count),
    rows: new Uint32Array(buffer, columnBytes, count),
    ids: Buffer.from(buffer, 2 * columnBytes, count * idBytes),
  };
}
