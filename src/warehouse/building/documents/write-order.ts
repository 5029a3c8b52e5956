// Writes the order of a collection that shows documents of another one.
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sqlFile } from '../../sql-files.ts';
import { idBytes } from '../../version/documents/format.ts';
import { encodeOrder } from '../../version/documents/order.ts';
import { openByInstance } from '../../version/documents/stored-rows.ts';
import { orderFileName, type StoredCollection } from '../../version/layout.ts';
import { sortIds } from './sort-ids.ts';
import type { Writing } from './writing.ts';

/** Documents that are found before other work of this thread has a turn. */
const findAtOnce = 5000;

/** @param of the name of the other collection. @param shown how it lies; its files are written */
export async function writeOrder(
  { compressor, files, options }: Writing,
  name: string,
  of: string,
  shown: StoredCollection,
): Promise<StoredCollection> {
  const layout = {
    order: { of },
    instances: shown.instances.map(({ applicationInstanceId }) => ({ applicationInstanceId })),
  };
  if (shown.order !== 'instance' || shown.rows === 0) return { ...layout, rows: 0 };
  const query = `SELECT "globalId"::VARCHAR FROM (${sqlFile(`building/serve/${name}.sql`).text})`;
  const listed = await compressor.compress(query, { hasNumbers: false });
  const { rows: count } = listed;
  if (count === 0) return { ...layout, rows: 0 };
  const found = Buffer.from(listed.ids.buffer, listed.ids.byteOffset, listed.ids.byteLength);
  const ordinals = new Uint32Array(count);
  const rows = new Uint32Array(count);
  const stored = await openByInstance(options.folder, shown.instances);
  try {
    for (let row = 0; row < count; row += 1) {
      const place = stored.find(found.subarray(row * idBytes, (row + 1) * idBytes));
      if (!place) throw new Error(`${name}: row ${row} is not in ${of}`);
      ordinals[row] = place.ordinal;
      rows[row] = place.row * 2 + (place.isDelta ? 1 : 0);
      if (row % findAtOnce === findAtOnce - 1) await turn();
    }
  } finally {
    stored.close();
  }
  const file = path.join(options.folder, orderFileName(name));
  await fs.promises.writeFile(file, encodeOrder({ ordinals, rows, ids: sortIds(found).ids }));
  files.push(file);
  return { ...layout, rows: count };
}
