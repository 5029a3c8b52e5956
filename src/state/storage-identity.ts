// The storage identity: an id that is stored both in the storage and in state. It proves that the storage holds the files that
// state refers to.
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

const name = 'storage';
/** Prefix of an identity that may not be in the storage yet. */
const unsure = 'new ';

/**
 * The identity of the deployment's storage; every process gets the same.
 * @param put writes a new identity to the storage. One process at a time calls it. When a process dies before its transaction
 *   commits, another calls it again with the same identity.
 */
export async function storageIdentity(database: Database, put: (identity: string) => Promise<void>): Promise<string> {
  await database.query(`insert into service_keys (name, value) values ($1, $2) on conflict (name) do nothing`, [
    name,
    unsure + randomUUID(),
  ]);
  const known = await remembered(database);
  if (!known.startsWith(unsure)) return known;
  return database.transaction(async transaction => {
    const value = await remembered(transaction, 'for update');
    if (!value.startsWith(unsure)) return value;
    const identity = value.slice(unsure.length);
    await put(identity);
    await transaction.query(`update service_keys set value = $2 where name = $1`, [name, identity]);
    return identity;
  });
}

/** The identity in state; undefined before a process has written it to the storage. */
export async function knownStorageIdentity(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1`, [name]);
  return row && !row.value.startsWith(unsure) ? row.value : undefined;
}

async function remembered(database: Database, lock: '' | 'for update' = ''): Promise<string> {
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1 ${lock}`, [
    name,
  ]);
  return row!.value;
}
