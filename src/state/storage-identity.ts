// The storage identity: an id that is stored both in the storage and in state. It proves that the storage holds the files that
// state refers to.
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { insertOnce, removeValue, setValue, storedValue } from './service-keys.ts';

const name = 'storage';
/** Prefix of an identity that may not be in the storage yet. */
const unsure = 'new ';

/**
 * The identity of the deployment's storage; every process gets the same.
 * @param put writes a new identity to the storage. One process at a time calls it. When a process dies before its transaction
 *   commits, another calls it again with the same identity.
 */
export async function storageIdentity(database: Database, put: (identity: string) => Promise<void>): Promise<string> {
  await insertOnce(database, name, unsure + randomUUID());
  const known = (await storedValue(database, name))!;
  if (!known.startsWith(unsure)) return known;
  return database.transaction(async transaction => {
    const value = (await storedValue(transaction, name, 'for update'))!;
    if (!value.startsWith(unsure)) return value;
    const identity = value.slice(unsure.length);
    await put(identity);
    await setValue(transaction, name, identity);
    return identity;
  });
}

/** The identity in state; undefined before a process has written it to the storage. */
export async function knownStorageIdentity(database: Database): Promise<string | undefined> {
  const value = await storedValue(database, name);
  return value?.startsWith(unsure) ? undefined : value;
}

/** Forget the identity: the storage with the files that state named is gone. */
export async function forgetStorageIdentity(transaction: Database): Promise<void> {
  await removeValue(transaction, name);
}
