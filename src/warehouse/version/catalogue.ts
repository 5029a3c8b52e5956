// The versions of a tenant that this process serves: the current one, and former ones that page tokens may still refer to.
//
// Every process checks every 400 ms whether the tenant's pointer has moved, fetches the new version and then serves it. So reads continue
// without PostgreSQL and Redis.
import type { Database } from '../../database/database.ts';
import { type PublishedVersion, readableVersions } from '../../state/versions.ts';
import { type Storage, StorageCorrupt, StorageMissing } from '../../storage/storage.ts';
import type { TenantKeys } from '../keys.ts';
import { forgetDamage, knownDamage } from './damage.ts';
import { openVersion, type Version } from './version.ts';

/** What is wrong with the newest version. */
export interface VersionDamage {
  readonly version: number;
  /** One sentence for each problem. */
  readonly problems: readonly string[];
}

export interface VersionCatalogue {
  readonly tenant: string;
  /**
   * The newest version; when it is damaged, the newest one before it that can be opened. Undefined before the first publication, and
   * when no version can be opened.
   */
  current(): Version | undefined;
  /** What this process knows to be wrong with the newest version; undefined when nothing. */
  damage(): VersionDamage | undefined;
  /** The versions that are still kept, newest first, as this process read them last. */
  kept(): readonly PublishedVersion[];
  /** A version that is still kept. It may have to be fetched from the storage first. @throws StorageCorrupt */
  find(number: number): Promise<Version | undefined>;
  /** Read from state which versions are published. @throws StorageCorrupt when the newest is damaged; an older one may be current then */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Replaced versions that stay open. Each has a dozen files or more, and a deployment that syncs all the time makes a thousand versions
 * in the hour for which they stay readable. A closed one is opened again when a pagination needs it.
 */
const mostReplacedOpen = 4;

/** Versions that are open, or are being opened; the one that was asked for least recently comes first. */
function createOpenVersions(storage: Storage, keys: TenantKeys) {
  const opened = new Map<number, Promise<Version>>();

  async function openFolder(folder: string): Promise<Version> {
    const local = await storage.borrowFolder(keys.version(folder));
    const release = () => {
      forgetDamage(local.path);
      local.release();
    };
    try {
      return await openVersion(local.path, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    numbers: () => [...opened.keys()],
    open({ version: number, folder }: PublishedVersion): Promise<Version> {
      const known = opened.get(number);
      if (known) {
        opened.delete(number);
        opened.set(number, known);
        return known;
      }
      const opening = openFolder(folder);
      opened.set(number, opening);
      opening.catch(() => opened.delete(number));
      return opening;
    },
    /** @param close called with the version once it is open */
    forget(number: number, close: (version: Version) => void): void {
      opened.get(number)?.then(close, () => {});
      opened.delete(number);
    },
  };
}

/** Close later, so that callers who awaited the opening can begin to read the version, or hold it, first. */
const closeSoon = (version: Version) => void setImmediate(() => version.close());

export function createCatalogue(database: Database, storage: Storage, keys: TenantKeys): VersionCatalogue {
  const versions = createOpenVersions(storage, keys);
  let readable: readonly PublishedVersion[] = [];
  let current: Version | undefined;
  /** The newest version, when it could not be opened. */
  let unopened: VersionDamage | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  let closed = false;

  async function lookAgain(): Promise<void> {
    const rows = await readableVersions(database, keys.tenant);
    // The new version is opened before the old one is closed, so every request finds one of them.
    const { version, damage } = await openNewest(rows, row => versions.open(row));
    if (closed) return;
    current = version;
    unopened = damage && { version: rows[0]!.version, problems: [damage.message] };
    readable = rows;
    closeIdle();
    if (damage) throw damage;
  }

  /** Close versions that are gone, and replaced ones that were not asked for lately. */
  function closeIdle(): void {
    const replaced = versions.numbers().filter(number => number !== current?.number);
    const idle = new Set(replaced.slice(0, -mostReplacedOpen));
    for (const number of replaced) {
      if (idle.has(number) || !readable.some(row => row.version === number)) versions.forget(number, closeSoon);
    }
  }

  function refresh(): Promise<void> {
    // One at a time: when two run at once, the earlier could end last and set older versions.
    refreshing = refreshing.catch(() => {}).then(lookAgain);
    return refreshing;
  }

  return {
    tenant: keys.tenant,
    current: () => current,
    kept: () => readable,
    damage() {
      if (unopened || !current) return unopened;
      const problems = knownDamage(current.folder);
      return problems.length === 0 ? undefined : { version: current.number, problems };
    },
    async find(number) {
      // Another process may already serve a newer version: a pagination that began there can continue here.
      if (number > (current?.number ?? 0)) await refresh();
      if (current?.number === number) return current;
      const row = readable.find(candidate => candidate.version === number);
      if (!row) return undefined;
      const opening = versions.open(row);
      closeIdle();
      return opening.catch(error => {
        // The version was removed a moment ago.
        if (error instanceof StorageMissing) return undefined;
        throw error;
      });
    },
    refresh,
    close() {
      closed = true;
      for (const number of versions.numbers()) versions.forget(number, version => version.close());
      current = undefined;
      unopened = undefined;
      readable = [];
    },
  };
}

/**
 * The newest version that can be opened.
 * @param rows newest first
 * @returns `damage`: why the newest of all could not be opened
 */
async function openNewest(
  rows: readonly PublishedVersion[],
  open: (row: PublishedVersion) => Promise<Version>,
): Promise<{ version?: Version; damage?: Error }> {
  let damage: Error | undefined;
  for (const row of rows) {
    try {
      return { version: await open(row), ...(damage && { damage }) };
    } catch (error) {
      if (!(error instanceof StorageCorrupt || error instanceof StorageMissing)) throw error;
      damage ??= error;
    }
  }
  return damage ? { damage } : {};
}
