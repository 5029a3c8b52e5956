// Values that the service creates for itself and stores under a name. Most of them are keys: what was
// encrypted with them stays valid after a restart.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The key with a name: 32 random bytes, created at first use. Every process of the deployment gets the same key. */
export async function serviceKey(database: Database, name: string): Promise<Buffer> {
  await insertOnce(database, name, randomBytes(32).toString('base64'));
  return Buffer.from((await storedValue(database, name))!, 'base64');
}

/** Store a value unless the name has one. */
export async function insertOnce(database: Database, name: string, value: string): Promise<void> {
  await database.query('insert into service_keys (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    value,
  ]);
}

/** The value of a name; undefined when it has none. @param lock keeps others from changing it until the transaction ends */
export async function storedValue(
  database: Database,
  name: string,
  lock: '' | 'for update' = '',
): Promise<string | undefined> {
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1 ${lock}`, [
    name,
  ]);
  return row?.value;
}

export async function setValue(database: Database, name: string, value: string): Promise<void> {
  await database.query('update service_keys set value = $2 where name = $1', [name, value]);
}

export async function removeValue(database: Database, name: string): Promise<void> {
  await database.query('delete from service_keys where name = $1', [name]);
}
