// Keys that the service makes for itself and keeps, so that what they sealed stays valid over restarts.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** A key of 32 random bytes by name, made at first use; every process of the deployment gets the same. */
export async function serviceKey(database: Database, name: string): Promise<Buffer> {
  await database.query(`insert into service_keys (name, value) values ($1, $2) on conflict (name) do nothing`, [
    name,
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await database.query<{ value: string }>(`select value from service_keys where name = $1`, [name]);
  return Buffer.from(row!.value, 'base64');
}
