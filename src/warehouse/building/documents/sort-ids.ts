// Sorts the ids of documents that are in another order.
import { idBytes } from '../../version/documents/format.ts';

/** @param found the id of each row. @returns the ids in ascending order, and the row of each */
export function sortIds(found: Buffer): { ids: Buffer; rowsOfIds: Uint32Array } {
  const count = found.length / idBytes;
  // Numbers sort much faster than bytes: the first 32 bits of an id, then its row.
  const keys = new BigUint64Array(count);
  for (let row = 0; row < count; row += 1) keys[row] = (BigInt(found.readUInt32BE(row * idBytes)) << 32n) | BigInt(row);
  keys.sort();
  const rows = Uint32Array.from(keys, key => Number(key & 0xffffffffn));
  const compare = (a: number, b: number) =>
    found.compare(found, b * idBytes, (b + 1) * idBytes, a * idBytes, (a + 1) * idBytes);
  // Few ids have the first 32 bits in common, so hardly any row moves now.
  for (let place = 1; place < count; place += 1) {
    const row = rows[place]!;
    let to = place;
    for (; to > 0 && compare(rows[to - 1]!, row) > 0; to -= 1) rows[to] = rows[to - 1]!;
    rows[to] = row;
  }
  const ids = Buffer.allocUnsafeSlow(found.length);
  for (const [place, row] of rows.entries()) found.copy(ids, place * idBytes, row * idBytes, (row + 1) * idBytes);
  return { ids, rowsOfIds: rows };
}
