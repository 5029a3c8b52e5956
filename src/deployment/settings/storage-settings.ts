// The settings of the storage, from the configuration.

import type { Config } from '../../config/config-file.ts';
import { mebibyte } from '../../mebibytes.ts';
import type { StorageSettings } from '../../storage/open-storage.ts';
import type { Workspace } from '../../storage/workspace.ts';

export function storageSettings({ storage, data_dir }: Config, { cache }: Pick<Workspace, 'cache'>): StorageSettings {
  const { folder, bucket, cache_mb, ...server } = storage;
  if (bucket === undefined) return { folder: folder ?? data_dir };
  return { ...server, bucket, cacheFolder: cache, cacheBytes: cache_mb * mebibyte };
}
