// Work that only one process of the deployment does at a time.
import type { Database } from './database.ts';

/**
 * Run work while no other process runs work of the same name; the others wait. It takes a session of the database, and all of the embedded
 * one, so the work must be short.
 */
export async function exclusively<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return database.transaction(async transaction => {
    await transaction.query(`select pg_advisory_xact_lock(hashtext('rolecall ' || $1))`, [name]);
    return work();
  });
}
