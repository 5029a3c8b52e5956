// The versions of a tenant that this process serves: the current one, and former ones that page tokens may still refer to.
import type { Database } from '../../database/database.ts';
import { type PublishedVersion, readableVersions } from '../../state/versions.ts';
import { type Storage, StorageMissing } from '../../storage/storage.ts';
import type { TenantKeys } from '../keys.ts';
import { openVersion, type Version } from './version.ts';

export interface VersionCatalogue {
  readonly tenant: string;
  /** The version in service; undefined before the first publication. */
  current(): Version | undefined;
  /** A version that is still kept. It may have to be fetched from the storage first. */
  find(number: number): Promise<Version | undefined>;
  /** Read from state which versions are published. */
  refresh(): Promise<void>;
  close(): void;
}

export function createCatalogue(database: Database, storage: Storage, keys: TenantKeys): VersionCatalogue {
  const { tenant } = keys;
  const opened = new Map<number, Promise<Version>>();
  let readable: readonly PublishedVersion[] = [];
  let current: Version | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  let closed = false;

  function open({ version: number, folder }: PublishedVersion): Promise<Version> {
    const known = opened.get(number);
    if (known) return known;
    const opening = (async () => {
      const local = await storage.borrowFolder(keys.version(folder));
      try {
        return await openVersion(local.path, () => local.release());
      } catch (error) {
        local.release();
        throw error;
      }
    })();
    opened.set(number, opening);
    opening.catch(() => opened.delete(number));
    return opening;
  }

  /** @param close called with the version once it is open */
  function forget(number: number, close: (version: Version) => void): void {
    opened.get(number)?.then(close, () => {});
    opened.delete(number);
  }

  /** Close later, so that callers who awaited the opening can begin to read the version, or hold it, first. */
  const closeSoon = (version: Version) => void setImmediate(() => version.close());

  async function lookAgain(): Promise<void> {
    const rows = await readableVersions(database, tenant);
    const newest = rows.find(row => row.replaced_at === null);
    // The new version is opened before the old one is closed, so every request finds one of them.
    const opening = newest && (await open(newest));
    if (closed) return;
    current = opening;
    readable = rows;
    for (const number of opened.keys()) if (!rows.some(row => row.version === number)) forget(number, closeSoon);
  }

  function refresh(): Promise<void> {
    // One at a time: when two run at once, the earlier could end last and set older versions.
    refreshing = refreshing.catch(() => {}).then(lookAgain);
    return refreshing;
  }

  return {
    tenant,
    current: () => current,
    async find(number) {
      // Another process may already serve a newer version: a pagination that began there can continue here.
      if (number > (current?.number ?? 0)) await refresh();
      if (current?.number === number) return current;
      const row = readable.find(candidate => candidate.version === number);
      if (!row) return undefined;
      return open(row).catch(error => {
        // The version was removed a moment ago.
        if (error instanceof StorageMissing) return undefined;
        throw error;
      });
    },
    refresh,
    close() {
      closed = true;
      for (const number of [...opened.keys()]) forget(number, version => version.close());
      current = undefined;
      readable = [];
    },
  };
}
