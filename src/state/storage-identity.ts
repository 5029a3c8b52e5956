// Which storage holds the files that state speaks of: a mark that lies in it and is remembered here.
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

const name = 'storage';
/** Before a mark that may not lie in the storage yet. */
const unsure = 'new ';

/**
 * The mark of the deployment's storage; every process gets the same.
 * @param put has a new mark lie in the storage; asked again with the same one when a process died meanwhile, by one
 *   process at a time
 */
export async function storageIdentity(database: Database, put: (mark: string) => Promise<void>): Promise<string> {
  await database.query(`insert into service_keys (name, value) values ($1, $2) on conflict (name) do nothing`, [
    name,
    unsure + randomUUID(),
  ]);
  const known = await remembered(database);
  if (!known.startsWith(unsure)) return known;
  return database.transaction(async transaction => {
    const value = await remembered(transaction, 'for update');
    if (!value.startsWith(unsure)) return value;
    const mark = value.slice(unsure.length);
    await put(mark);
    await transaction.query(`update service_keys set value = $2 where name = $1`, [name, mark]);
    return mark;
  });
}

/** The mark that state remembers; undefined before a process has put it in place. */
export async function knownStorageMark(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1`, [name]);
  return row && !row.value.startsWith(unsure) ? row.value : undefined;
}

async function remembered(database: Database, lock: '' | 'for update' = ''): Promise<string> {
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1 ${lock}`, [
    name,
  ]);
  return row!.value;
}
