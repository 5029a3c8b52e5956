// The versions that this process serves: the one in service, and former ones that a page token may still name.
import type { Database } from '../state/database.ts';
import { readableVersions } from '../state/versions.ts';
import type { TenantFolders } from './folders.ts';
import { openVersion, type Version } from './version.ts';

export interface VersionCatalogue {
  /** The version in service; undefined before the first publication. */
  current(): Version | undefined;
  /** A version that is still kept. */
  find(number: number): Version | undefined;
  /** Look again at what is published. */
  refresh(): Promise<void>;
  close(): void;
}

export function createCatalogue(database: Database, folders: TenantFolders): VersionCatalogue {
  const opened = new Map<number, Version>();
  let readable: readonly number[] = [];
  let current: Version | undefined;

  const open = (number: number): Version => {
    let version = opened.get(number);
    if (!version) {
      version = openVersion(folders.version(number));
      opened.set(number, version);
    }
    return version;
  };

  return {
    current: () => current,
    find: number => (readable.includes(number) ? open(number) : undefined),
    async refresh() {
      const rows = await readableVersions(database, folders.tenant);
      const newest = rows.find(row => row.replaced_at === null);
      // The new version is opened before the old one is let go: no request finds neither.
      current = newest && open(newest.version);
      readable = rows.map(row => row.version);
      for (const [number, version] of opened) {
        if (readable.includes(number)) continue;
        opened.delete(number);
        version.close();
      }
    },
    close() {
      for (const version of opened.values()) version.close();
      opened.clear();
      current = undefined;
      readable = [];
    },
  };
}
