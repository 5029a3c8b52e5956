// Keys that the service creates for itself and stores, so that what was sealed with them stays valid after a restart.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The key with a name: 32 random bytes, created at first use. Every process of the deployment gets the same key. */
export async function serviceKey(database: Database, name: string): Promise<Buffer> {
  await database.query(`insert into service_keys (name, value) values ($1, $2) on conflict (name) do nothing`, [
    name,
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1`, [name]);
  return Buffer.from(row!.value, 'base64');
}
